import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import { wireLongId } from '#shared/wire.ts';
import { contextFor, type Deps } from '#server/platform/context.ts';
import { isLocal } from '#server/platform/http/local.ts';
import { inboxPage, inboxSecurityPolicy, mailPage } from './dev-inbox.ts';
import { INBOX_PATH, isInboxToken } from './inbox-link.ts';
import type { MailKinds } from './mail-kind.ts';
import { listMails, readMail } from './mail.service.ts';

const Params = z.object({ id: wireLongId });
const Query = z.object({ token: z.string() });
const COOKIE = 'dev_mail';

/**
 * The inbox of a developer, `/dev/mail`: every mail there is, reset links included. Only for callers on this machine who have the link
 * that the start printed; its token goes into a cookie.
 */
export function mailApi(http: FastifyInstance, deps: Deps, kinds: MailKinds): void {
  const send = (reply: FastifyReply, markup: string) =>
    reply
      .type('text/html; charset=utf-8')
      .headers({ 'content-security-policy': inboxSecurityPolicy, 'cache-control': 'no-store' })
      .send(markup);

  const checkReader = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isLocal(request)) throw new AppError('not_found');
    const query = Query.safeParse(request.query);
    if (query.success && isInboxToken(query.data.token)) {
      const cookie = { path: INBOX_PATH, httpOnly: true, sameSite: 'lax' } as const;
      return reply.setCookie(COOKIE, query.data.token, cookie).header('cache-control', 'no-store').redirect(INBOX_PATH, 303);
    }
    if (isInboxToken(request.cookies[COOKIE] ?? '')) return undefined;
    return reply
      .code(403)
      .type('text/plain')
      .header('cache-control', 'no-store')
      .send('Open the link to the mails that the start printed.\n');
  };

  http.get(INBOX_PATH, { onRequest: checkReader }, async (_request, reply) => send(reply, inboxPage(await listMails(contextFor(deps)))));

  http.get(`${INBOX_PATH}/:id`, { onRequest: checkReader }, async (request, reply) => {
    const params = Params.safeParse(request.params);
    if (!params.success) throw new AppError('not_found');
    const { mail, content } = await readMail(contextFor(deps), kinds, params.data.id);
    return send(reply, mailPage(mail, content));
  });
}
