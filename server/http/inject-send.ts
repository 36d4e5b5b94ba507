import type { FastifyInstance } from 'fastify';
import type { Send } from '#shared/contract.ts';

/** The API without a network, for rendering: nobody is signed in, so only public calls answer. */
export function createInjectSend(http: FastifyInstance): Send {
  return async ({ method, url, body }) => {
    const payload = body === undefined ? {} : { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const response = await http.inject({ method, url, ...payload });
    const retryAfter = Number(response.headers['retry-after']);
    return {
      status: response.statusCode,
      body: response.body === '' ? undefined : JSON.parse(response.body),
      ...(retryAfter > 0 && { retryAfter }),
    };
  };
}
