import type { FastifyInstance } from 'fastify';
import type { Send } from '#shared/contract.ts';

/** The origin of calls that the server makes itself: no socket has such an address. */
export const RENDERER_ADDRESS = 'renderer';

/** The API without a network, for rendering: without a user, so only public calls answer. */
export function createInjectSend(http: FastifyInstance): Send {
  return async ({ method, url, body }) => {
    const payload = body === undefined ? {} : { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const response = await http.inject({ method, url, remoteAddress: RENDERER_ADDRESS, ...payload });
    const retryAfter = Number(response.headers['retry-after']);
    return {
      status: response.statusCode,
      body: response.body === '' ? undefined : JSON.parse(response.body),
      ...(retryAfter > 0 && { retryAfter }),
    };
  };
}
