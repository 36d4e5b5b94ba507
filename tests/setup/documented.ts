import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { documentedErrors } from '#server/platform/http/api-description.ts';

const Refusal = z.object({ code: z.string() });

/** Collects each refusal that the call's contract entry does not document, as `METHOD path code`. */
export function watchRefusals(http: FastifyInstance): string[] {
  const undocumented: string[] = [];
  http.addHook('onSend', async (request, reply, payload) => {
    const { endpoint } = request.routeOptions.config;
    if (!endpoint || reply.statusCode < 400 || typeof payload !== 'string') return;
    const { code } = Refusal.parse(JSON.parse(payload));
    if (documentedErrors(endpoint).some((documented) => documented === code)) return;
    undocumented.push(`${endpoint.method} ${endpoint.path} ${code}`);
  });
  return undocumented;
}
