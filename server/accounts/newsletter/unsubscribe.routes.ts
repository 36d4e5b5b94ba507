import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Context, contextFor, type Deps } from '#server/platform/context.ts';
import { languageOf } from '#server/platform/http/request-facts.ts';
import { createAddressLimit } from '#server/platform/limits/quota.ts';
import { unsubscribe } from './newsletter.service.ts';
import { askPage, donePage, type Ended, unsubscribeStyle, unsubscribeSecurityPolicy } from './unsubscribe-page.ts';
import { UNSUBSCRIBE_PATH, UNSUBSCRIBE_STYLE } from './unsubscribe-token.ts';

/** Mail providers send their users' one-click requests from a few addresses. */
const CALLS_A_MINUTE = 1_200;

type Route = { Params: { token: string } };

/** `end`: with the link's token, whose answer must not reveal whether it is valid. */
type EndingLink = { path: string; ended: Ended; end(ctx: Context, token: string): Promise<void> };

/** The unsubscribe link of newsletters. */
export function unsubscribeRoutes(http: FastifyInstance, deps: Deps): void {
  http.get(UNSUBSCRIBE_STYLE, { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type('text/css; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(await unsubscribeStyle(deps)),
  );
  endingRoutes(http, deps, { path: UNSUBSCRIBE_PATH, ended: 'unsubscribe', end: unsubscribe });
}

/**
 * A mailed link that ends something, without login or script. GET changes nothing, because mail scanners open every link; the page's button
 * and a mail program's one-click request (RFC 8058) end it. An invalid link gets the same answers.
 */
export function endingRoutes(http: FastifyInstance, deps: Deps, { path, ended, end }: EndingLink): void {
  const route = `${path}/:token`;
  const limit = createAddressLimit(deps, CALLS_A_MINUTE);
  const send = (reply: FastifyReply, page: string) =>
    reply
      .type('text/html; charset=utf-8')
      .headers({ 'content-security-policy': unsubscribeSecurityPolicy, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      .send(page);

  http.get<Route>(route, { schema: { hide: true } }, async (request, reply) => send(reply, askPage(deps, languageOf(request), ended)));

  http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The URL is sufficient: the bodies of the form and the one-click request are not read.
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null, undefined));
    scope.post<Route>(route, { schema: { hide: true } }, async (request, reply) => {
      limit(request.ip);
      await end(contextFor(deps), request.params.token);
      return send(reply, donePage(deps, languageOf(request), ended));
    });
  });
}
