import { CALL_TIMEOUT_MS } from '#shared/constants.ts';
import type { ApiRequest, ApiResponse, Send } from '#shared/contract.ts';
import type { Session } from './session.ts';

export type SendWithToken = (request: ApiRequest, token: string | null) => Promise<ApiResponse>;

/** The timeout for files: long lists and many tickets take long to generate and load. */
export const FILE_TIMEOUT_MS = 60_000;

/** Sends requests by `fetch` to an origin, by default the page's own. A request without an answer in time fails. */
export function createFetchSend(origin = '', callTimeoutMs = CALL_TIMEOUT_MS): SendWithToken {
  return async ({ method, url, body, signal, idempotencyKey, timeoutMs = callTimeoutMs }, token) => {
    const limit = AbortSignal.timeout(timeoutMs);
    const response = await fetch(origin + url, {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      credentials: 'same-origin',
    });
    const retryAfter = Number(response.headers.get('retry-after'));
    return { status: response.status, body: await bodyOf(response), ...(retryAfter > 0 && { retryAfter }) };
  };
}

/**
 * Adds the token to requests that need a user. After a 401 it renews the token and retries once; without a token or a renewal it leads to
 * the login page (spec §4). Public requests carry no token, so login and refresh keep their own 401.
 */
export function withSession(send: SendWithToken, session: Session): Send {
  return async (request) => {
    if (request.access === 'public') return send(request, null);
    const token = session.token();
    const first = await send(request, token);
    if (first.status !== 401) return first;
    const renewed = token === null ? null : await session.renew(token);
    if (renewed !== null) return send(request, renewed);
    session.requireLogin();
    return first;
  };
}

/** Files are returned as they come. */
const FILE = /^(application\/(pdf|vnd\.apple\.pkpass)|text\/csv)\b/;
const bodyOf = async (response: Response): Promise<unknown> =>
  FILE.test(response.headers.get('content-type') ?? '') ? response.blob() : parse(await response.text());

/** A proxy may answer something other than JSON. */
function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
