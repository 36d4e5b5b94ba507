import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import { wireId } from '#shared/wire.ts';
import { contextFor, type Deps } from '#server/context.ts';
import { isLocal } from '#server/http/local.ts';
import { inboxPage, inboxSecurityPolicy, mailPage } from './dev-inbox.ts';
import type { MailKinds } from './mail-kind.ts';
import { listMails, readMail } from './mail.service.ts';

const Params = z.object({ id: wireId });

/** The inbox of a developer, `/dev/mail`: every mail there is. Never registered in production, and shown at this machine only. */
export function mailApi(http: FastifyInstance, deps: Deps, kinds: MailKinds): void {
  const send = (reply: FastifyReply, markup: string) =>
    reply
      .type('text/html; charset=utf-8')
      .headers({ 'content-security-policy': inboxSecurityPolicy, 'cache-control': 'no-store' })
      .send(markup);

  const checkLocal = async (request: FastifyRequest) => {
    if (!isLocal(request)) throw new AppError('not_found');
  };

  http.get('/dev/mail', { onRequest: checkLocal }, async (_request, reply) => send(reply, inboxPage(await listMails(contextFor(deps)))));

  http.get('/dev/mail/:id', { onRequest: checkLocal }, async (request, reply) => {
    const params = Params.safeParse(request.params);
    if (!params.success) throw new AppError('not_found');
    const { mail, content } = await readMail(contextFor(deps), kinds, params.data.id);
    return send(reply, mailPage(mail, content));
  });
}
