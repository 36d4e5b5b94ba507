import type { FastifyInstance } from 'fastify';
import { AppError } from '#shared/errors.ts';

/** JSON only. Clients may name any type and send nothing: that is no body, not a wrong one. */
export function registerBodyParsers(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body.toString();
    if (text === '') done(null, undefined);
    else void parse(request, text, (error, value) => (error ? done(new AppError('broken_json', { cause: error })) : done(null, value)));
  });
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else done(new AppError('unsupported_media_type'));
  });
}
