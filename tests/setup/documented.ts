import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { documentedErrors } from '#server/platform/http/docs.ts';

const Refusal = z.object({ code: z.string() });

/** The number of open calls, and each refusal that the call's contract does not document, as `METHOD path code`. */
type Calls = { open: number; undocumented: string[] };

export function watchCalls(http: FastifyInstance): Calls {
  const calls: Calls = { open: 0, undocumented: [] };
  http.addHook('onRequest', async () => void (calls.open += 1));
  http.addHook('onResponse', async () => void (calls.open -= 1));
  // The handler of an aborted call may still be running.
  http.addHook('onRequestAbort', (_request, done) => {
    calls.open = Infinity;
    done();
  });
  http.addHook('onSend', async (request, reply, payload) => {
    const { endpoint } = request.routeOptions.config;
    if (!endpoint || reply.statusCode < 400 || typeof payload !== 'string') return;
    const { code } = Refusal.parse(JSON.parse(payload));
    if (documentedErrors(endpoint).some((documented) => documented === code)) return;
    calls.undocumented.push(`${endpoint.method} ${endpoint.path} ${code}`);
  });
  return calls;
}
