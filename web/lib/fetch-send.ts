import { CALL_TIMEOUT_MS } from '#shared/constants.ts';
import type { ApiRequest, ApiResponse, Send } from '#shared/contract.ts';
import type { Session } from './session.ts';

export type SendWithToken = (request: ApiRequest, token: string | null) => Promise<ApiResponse>;

/** For the calls that answer a file: long lists and many tickets take their time to be drawn and loaded. */
export const FILE_TIMEOUT_MS = 60_000;

/** The API over `fetch`, at an origin of one's own choice; the page's own by default. A call that is not answered in time fails. */
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
 * Calls that need somebody carry the token. Refused with 401: one renewal and one more try; nobody signed in, or none to be had any
 * more: to the login page (spec §4). Public calls go out bare, so login and refresh keep their own 401.
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

/** Files are handed on as they came. */
const FILE = /^(application\/(pdf|vnd\.apple\.pkpass)|text\/csv)\b/;
const bodyOf = async (response: Response): Promise<unknown> =>
  FILE.test(response.headers.get('content-type') ?? '') ? response.blob() : parse(await response.text());

/** A proxy in between may answer something else than JSON. */
function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
