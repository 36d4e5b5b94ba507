import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Context, contextFor, type Deps } from '#server/platform/context.ts';
import { errorStatus } from '#shared/errors.ts';
import type { PostedForm } from '#shared/rendering.ts';
import type { CachedResponse } from './cached-response.ts';
import type { CallLimits } from './call-limits.ts';
import { toAppError } from './errors.ts';
import { checkCharacters, languageInAddress, requireOwnPage, SENT_MARK, withoutForbidden } from './request-facts.ts';

/** The fields of a form without script; the first value of a repeated name. */
export type Fields = ReadonlyMap<string, string>;

/** A form that works without script: it is sent to its page's own address, and the page shows the result. */
export type PageForm = {
  path: string;
  /** The fields whose values are shown again. */
  fields: string[];
  /** Returns the errors: field → key of its sentence. */
  check(fields: Fields): Record<string, string>;
  send(ctx: Context, fields: Fields, address: string): Promise<unknown>;
};

export const SENT: PostedForm = { state: 'sent', wrong: {}, values: {} };
const REFUSED_STATUS = 422;

type Registration = {
  deps: Deps;
  forms: PageForm[];
  limits: CallLimits;
  show(request: FastifyRequest, posted: PostedForm): Promise<CachedResponse>;
  /** Returns a minimal page for when the form's page cannot be rendered either. */
  refuse(request: FastifyRequest, error: unknown): CachedResponse;
};

/** Registers the forms of pages. A success redirects to another address, so that a reload sends nothing again. */
export async function registerPageForms(http: FastifyInstance, { deps, forms, limits, show, refuse }: Registration): Promise<void> {
  const send = (reply: FastifyReply, status: number, { headers, body }: CachedResponse) =>
    reply
      .code(status)
      .headers({ ...headers, 'cache-control': 'no-store' })
      .send(body);
  const tell = async (request: FastifyRequest, reply: FastifyReply, status: number, posted: PostedForm) => {
    try {
      return send(reply, status, await show(request, posted));
    } catch (error) {
      const refusal = refuse(request, error);
      return send(reply, refusal.status, refusal);
    }
  };
  const sendFailure = (error: unknown, request: FastifyRequest, reply: FastifyReply, values: PostedForm['values'] = {}) => {
    const { code, details } = toAppError(error);
    if (code === 'server_error') deps.log.error({ err: error }, 'unexpected failure of a form');
    if (details.retryAfterSeconds !== undefined) reply.header('retry-after', Math.ceil(details.retryAfterSeconds));
    return tell(request, reply, errorStatus[code], { state: 'failed', wrong: {}, values });
  };

  await http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    for (const { path, fields: names, check, send: sendForm } of forms)
      scope.post(
        path,
        {
          schema: { hide: true },
          onRequest: async (request, reply) => {
            try {
              await limits.consumeRead(request.ip);
            } catch (error) {
              return send(reply, errorStatus.too_many_requests, refuse(request, error));
            }
          },
          errorHandler: (error, request, reply) => sendFailure(error, request, reply),
        },
        async (request, reply) => {
          requireOwnPage(deps, request);
          const fields = readFields(request.body);
          const values = Object.fromEntries(names.map((name) => [name, withoutForbidden(fields.get(name) ?? '')]));
          const wrong = check(fields);
          if (Object.keys(wrong).length > 0) return tell(request, reply, REFUSED_STATUS, { state: 'refused', wrong, values });
          try {
            checkCharacters([...fields]);
            await sendForm(contextFor(deps), fields, request.ip);
          } catch (error) {
            return sendFailure(error, request, reply, values);
          }
          const language = languageInAddress(request.url);
          const location = `${path}?${SENT_MARK}${language ? `&lang=${language}` : ''}#write`;
          return reply.code(303).headers({ location, 'cache-control': 'no-store' }).send();
        },
      );
  });
}

/** Browsers send CR LF for line breaks in forms, scripts LF alone. */
function readFields(body: unknown): Fields {
  const sent = [...new URLSearchParams(typeof body === 'string' ? body : '')].toReversed();
  return new Map(sent.map(([name, value]) => [name, value.replaceAll('\r\n', '\n')]));
}
