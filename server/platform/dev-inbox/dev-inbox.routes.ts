import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Env } from '#server/platform/config/env.ts';
import { isLoopbackHost } from '#server/platform/config/loopback.ts';
import { safeEqual } from '#server/platform/config/secrets.ts';
import { contextFor, type Deps } from '#server/platform/context.ts';
import { isLocal } from '#server/platform/http/local.ts';
import { toWireTime } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { colours } from '#shared/media/colours.ts';
import { wireLongId } from '#shared/wire.ts';
import { html, type Html } from '#server/platform/mail/layout.ts';
import type { MailContent, MailKinds } from '#server/platform/mail/mail-kind.ts';
import type { Mail } from '#server/platform/mail/mail.queries.ts';
import { listMails, readMail } from '#server/platform/mail/mail.service.ts';

const Params = z.object({ id: wireLongId });
const Query = z.object({ token: z.string() });
const COOKIE = 'dev_mail';

/**
 * A developer's inbox, `/dev/mail`: every mail, reset links included. Only for callers on this machine with the link printed at the start,
 * whose token is set as a cookie.
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

/** For the pages of the inbox: no script, nothing from other hosts, the mail in a sandbox. */
const inboxSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const style: Html = {
  markup: `<style>
body { margin: 32px auto; max-width: 1100px; padding: 0 20px; background: ${colours.bg}; color: ${colours.text}; font: 15px/22px Arial, sans-serif; color-scheme: dark }
h1 { line-height: 1.2 }
a { color: ${colours.accent} }
table { width: 100%; border-collapse: collapse }
th, td { padding: 8px 12px 8px 0; border-bottom: 1px solid ${colours.hairline}; text-align: left; vertical-align: top; overflow-wrap: anywhere }
th { color: ${colours.textMuted}; font-weight: 600 }
iframe { width: 100%; height: 900px; border: 0; background: ${colours.text} }
pre { padding: 20px; background: ${colours.surface1}; white-space: pre-wrap; overflow-wrap: anywhere }
</style>`,
};

const page = (title: string, body: Html): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${style}
      </head>
      <body>
        <h1>${title}</h1>
        ${body}
      </body>
    </html>`.markup;

/** Newest first, as given. */
function inboxPage(mails: Mail[]): string {
  if (mails.length === 0) return page('Mail', html`<p>No mail yet.</p>`);
  const table = html`<table>
    <thead>
      <tr>
        <th>Mail</th>
        <th>Written</th>
        <th>To</th>
        <th>Language</th>
        <th>State</th>
        <th>Attempts</th>
        <th>Last error</th>
      </tr>
    </thead>
    <tbody>
      ${mails.map(rowOf)}
    </tbody>
  </table>`;
  return page('Mail', table);
}

const rowOf = (mail: Mail): Html =>
  html`<tr>
    <td><a href="/dev/mail/${mail.id}">${mail.id} ${mail.kind}</a></td>
    <td>${toWireTime(mail.createdAt)}</td>
    <td>${mail.recipient}</td>
    <td>${mail.language}</td>
    <td>${mail.state}</td>
    <td>${mail.attempts}</td>
    <td>${mail.lastError ?? ''}</td>
  </tr>`;

/** One mail as HTML in a sandbox and as text. Its links open in new tabs. */
function mailPage(mail: Mail, content: MailContent | undefined): string {
  const back = html`<p><a href="/dev/mail">All mail</a></p>`;
  if (!content)
    return page(
      `Mail ${mail.id}`,
      html`${back}
        <p>There is nothing left to say in this mail.</p>`,
    );
  return page(
    content.subject,
    html`${back}
      <table>
        <tbody>
          ${rowsOf(mail)}
        </tbody>
      </table>
      <iframe title="HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${withPictures(content)}"></iframe>
      <h2>Text</h2>
      <pre>${content.text}</pre>`,
  );
}

const rowsOf = (mail: Mail): Html[] =>
  [
    ['To', mail.recipient],
    ['Message-ID', mail.messageId],
    ['State', mail.sentAt ? `${mail.state} ${toWireTime(mail.sentAt)}` : mail.state],
    ['Last error', mail.lastError ?? 'none'],
  ].map(
    ([label = '', value = '']) =>
      html`<tr>
        <th>${label}</th>
        <td>${value}</td>
      </tr>`,
  );

/** Browsers do not support `cid:` pictures. */
function withPictures({ html: markup, pictures }: MailContent): string {
  return pictures.reduce(
    (all, { cid, png }) => all.replaceAll(`cid:${cid}`, () => `data:image/png;base64,${png.toString('base64')}`),
    markup,
  );
}

const INBOX_PATH = '/dev/mail';

/** New at every start, and shown only in the terminal. */
const token = randomBytes(24).toString('base64url');

const isInboxToken = (given: string): boolean => safeEqual(given, token);

/** The address of the developer's inbox, with the token that opens it. */
export const inboxLink = ({ publicUrl }: Pick<Env, 'publicUrl'>): string => `${publicUrl}${INBOX_PATH}?token=${token}`;

/** Never in production, and only if the site's public address is this machine. */
export const hasInbox = ({ isProduction, publicUrl }: Env): boolean => !isProduction && isLoopbackHost(new URL(publicUrl).hostname);
