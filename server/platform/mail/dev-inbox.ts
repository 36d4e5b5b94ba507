import { colours } from '#shared/media/colours.ts';
import { toWireTime } from '#shared/dates.ts';
import { html, type Html } from './html.ts';
import type { MailContent } from './mail-kind.ts';
import type { Mail } from './mail.queries.ts';

/** Pages of the inbox a developer reads: no script, nothing from anywhere else, the mail itself in a sandbox. */
export const inboxSecurityPolicy =
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
export function inboxPage(mails: Mail[]): string {
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

/** One mail as HTML in a sandbox and as text. Its links open in a tab of their own. */
export function mailPage(mail: Mail, content: MailContent | undefined): string {
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

/** Browsers know no `cid:` pictures. */
function withPictures({ html: markup, pictures }: MailContent): string {
  return pictures.reduce(
    (all, { cid, png }) => all.replaceAll(`cid:${cid}`, () => `data:image/png;base64,${png.toString('base64')}`),
    markup,
  );
}
