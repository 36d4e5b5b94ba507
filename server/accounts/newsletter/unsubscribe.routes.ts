import type { FastifyInstance, FastifyReply } from 'fastify';
import { contextFor, type Deps } from '#server/platform/context.ts';
import { languageOf } from '#server/platform/http/request-facts.ts';
import { createAddressLimit } from '#server/platform/limits/quota.ts';
import { unsubscribe } from './newsletter.service.ts';
import { askPage, donePage, loadUnsubscribeStyle, unsubscribeSecurityPolicy } from './unsubscribe-page.ts';
import { UNSUBSCRIBE_PATH, UNSUBSCRIBE_STYLE } from './unsubscribe-token.ts';

/** Mail programs send the one-click request from the few addresses of their company. */
const CALLS_A_MINUTE = 1_200;

const ROUTE = `${UNSUBSCRIBE_PATH}/:token`;
type Route = { Params: { token: string } };

/**
 * The link out of the newsletter, without login and script. Opening it changes nothing, because scanners of mail servers open every link;
 * its button, and the one-click request of a mail program (RFC 8058), take the consent back. A link that is not ours gets the same answers.
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
      .send(await loadUnsubscribeStyle()),
  );
  http.get<Route>(ROUTE, { schema: { hide: true } }, async (request, reply) => send(reply, askPage(deps, languageOf(request))));

  http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The address says everything: the body of the form and that of the one-click request are not read.
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null, undefined));
    scope.post<Route>(ROUTE, { schema: { hide: true } }, async (request, reply) => {
      limit(request.ip);
      await unsubscribe(contextFor(deps), request.params.token);
      return send(reply, donePage(deps, languageOf(request)));
    });
  });
}
