import type { FastifyInstance } from 'fastify';
import { wholeContract } from '#shared/staff-api.ts';
import { AppError } from '#shared/errors.ts';
import { sendError } from './errors.ts';

const endpoints = Object.values(wholeContract).flatMap((verbs) => Object.values(verbs));

/** `/Events/:id` as a pattern over a lower-case path. */
const patternOf = (path: string): RegExp => new RegExp(`^/api${path.toLowerCase().replaceAll(/:\w+/g, '[^/]+')}/?$`);
const known = endpoints.map(({ method, path }) => ({ method, pattern: patternOf(path) }));

/** The methods a path answers to; none when there is no such call. */
export function methodsOf(url: string): string[] {
  const path = (url.split('?')[0] ?? '').toLowerCase();
  return [...new Set(known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))];
}

/** Unknown calls answer 404 JSON; a known path with another method answers 405 and says which it takes. */
export function registerNotFound(app: FastifyInstance): void {
  for (const url of ['/api', '/api/*'])
    app.all(url, { schema: { hide: true } }, (request, reply) => {
      const methods = methodsOf(request.url);
      if (methods.length === 0) return sendError(reply, new AppError('not_found'));
      return sendError(reply.header('allow', methods.join(', ')), new AppError('method_not_allowed'));
    });
}
