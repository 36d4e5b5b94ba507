import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** Never the caller's own word: two requests of one name could not be told apart in the log. */
export const nameRequest = (): string => randomUUID();

/** Answers that are not from memory carry the name under which the log knows their request. */
export function registerRequestId(http: FastifyInstance): void {
  http.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
}
