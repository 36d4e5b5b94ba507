import type { FastifyInstance, FastifyReply } from 'fastify';
import { contextFor, type Deps } from '#server/platform/context.ts';
import { languageOf } from '#server/platform/http/request-facts.ts';
import { createAddressLimit } from '#server/platform/limits/quota.ts';
import { unsubscribe } from './newsletter.service.ts';
import { askPage, donePage, unsubscribeStyle, unsubscribeSecurityPolicy } from './unsubscribe-page.ts';
import { UNSUBSCRIBE_PATH, UNSUBSCRIBE_STYLE } from './unsubscribe-token.ts';

/** Mail providers send their users' one-click requests from a few addresses. */
const CALLS_A_MINUTE = 1_200;

const ROUTE = `${UNSUBSCRIBE_PATH}/:token`;
type Route = { Params: { token: string } };

/**
 * The unsubscribe link, without login or script. GET changes nothing, because mail scanners open every link; the page's button and a mail
 * program's one-click request (RFC 8058) end the subscription. An invalid link gets the same answers.
 */
export function unsubscribeRoutes(http: FastifyInstance, deps: Deps): void {
  const limit = createAddressLimit(deps, CALLS_A_MINUTE);
  const send = (reply: FastifyReply, page: string) =>
    reply
      .type('text/html; charset=utf-8')
      .headers({ 'content-security-policy': unsubscribeSecurityPolicy, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      .send(page);

  http.get(UNSUBSCRIBE_STYLE, { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type('text/css; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(await unsubscribeStyle(deps)),
  );
  http.get<Route>(ROUTE, { schema: { hide: true } }, async (request, reply) => send(reply, askPage(deps, languageOf(request))));

  http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The URL is sufficient: the bodies of the form and the one-click request are not read.
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null, undefined));
    scope.post<Route>(ROUTE, { schema: { hide: true } }, async (request, reply) => {
      limit(request.ip);
      await unsubscribe(contextFor(deps), request.params.token);
      return send(reply, donePage(deps, languageOf(request)));
    });
  });
}
