/** An answer with what the typed client hides: headers and the refresh cookie as `name=value`. */
export type RawAnswer = { status: number; body: Record<string, unknown>; headers: Headers; setCookie: string; cookie: string };

type RawCall = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: unknown;
  bearer?: string;
  cookie?: string;
  headers?: Record<string, string>;
};

/** Sends one call over real HTTP, in any form a client might use. */
export async function rawCall(
  origin: string,
  path: string,
  { method = 'POST', body, bearer, cookie, headers }: RawCall = {},
): Promise<RawAnswer> {
  const response = await fetch(origin + path, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...(cookie === undefined ? {} : { cookie }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const setCookie = response.headers.getSetCookie()[0] ?? '';
  const isFile = response.headers.has('content-disposition');
  return {
    status: response.status,
    body: isFile ? await response.text() : await response.json(),
    headers: response.headers,
    setCookie,
    cookie: setCookie.split(';')[0] ?? '',
  };
}
