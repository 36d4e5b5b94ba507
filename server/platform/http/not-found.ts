import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { UPLOAD_PATH } from '#shared/gallery/uploads.ts';
import { withoutEndSlashes } from '#shared/paths.ts';
import { EVENT_PHOTO_PATH } from '#shared/staff/events.contract.ts';
import { wholeContract } from '#shared/staff-api.ts';
import { AppError } from '#shared/errors.ts';
import { sendError } from './errors.ts';

const uploads = [UPLOAD_PATH, EVENT_PHOTO_PATH].map((path) => ({ method: 'POST', path: path.replace('/api', '') }));
const endpoints = [...Object.values(wholeContract).flatMap((verbs) => Object.values(verbs)), ...uploads];

/** `/Events/:id` as a pattern over a lower-case path. */
const patternOf = (path: string): RegExp => new RegExp(`^/api${path.toLowerCase().replaceAll(/:\w+/g, '[^/]+')}/?$`);
const known = endpoints.map(({ method, path }) => ({ method, path: `/api${path.toLowerCase()}`, pattern: patternOf(path) }));

/** Returns the methods of a path; none when there is no such call. A path with a call of its own is no parameter of another. */
export function methodsOf(url: string): string[] {
  const path = withoutEndSlashes((url.split('?')[0] ?? '').toLowerCase());
  const named = known.filter((call) => call.path === path);
  const matching = named.length > 0 ? named : known.filter(({ pattern }) => pattern.test(path));
  return [...new Set(matching.map(({ method }) => method))];
}

/** Methods that a fixed path does not accept, although the call with a parameter in the same place does. */
const shadowed = known
  .filter(({ path }) => !path.includes(':'))
  .flatMap(({ path }) => known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => ({ method, url: path })))
  .filter(({ method, url }) => !methodsOf(url).includes(method));

/** Unknown calls answer 404 JSON; a known path with another method answers 405 with the methods it accepts. */
export function registerNotFound(app: FastifyInstance): void {
  // Fastify requires a body for QUERY before it looks for the route; no call of ours takes one.
  app.addHttpMethod('QUERY', { hasBody: false, overrideExisting: true });
  const refuse = (request: FastifyRequest, reply: FastifyReply) => {
    const methods = methodsOf(request.url);
    if (methods.length === 0) return sendError(reply, new AppError('not_found'));
    return sendError(reply.header('allow', methods.join(', ')), new AppError('method_not_allowed'));
  };
  // Before the body is read, which does not matter here.
  const options = { schema: { hide: true }, onRequest: async (request: FastifyRequest, reply: FastifyReply) => refuse(request, reply) };
  for (const url of ['/api', '/api/*']) app.all(url, options, refuse);
  for (const { method, url } of shadowed) app.route({ ...options, method, url, handler: refuse });
}
