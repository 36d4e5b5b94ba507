type RequestOptions = { headers?: Record<string, string>; method?: string };

/** Requests a path without following redirects. */
export const ask = async (address: string, { headers = {}, method = 'GET' }: RequestOptions = {}) => {
  const response = await fetch(address, { headers, method, redirect: 'manual' });
  return { status: response.status, headers: response.headers, html: await response.text() };
};
