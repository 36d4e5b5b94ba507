import { postMessage } from '#server/platform/alerts/webhook.ts';
import type { Context } from '#server/platform/context.ts';
import { failureText } from '#server/platform/log.ts';
import { mailTransport } from '#server/platform/mail/mail-transport.ts';
import { toWireTime } from '#shared/dates.ts';
import { fault, type Finding, leftOut, well } from './finding.ts';
import { rehearsalOr } from './rehearsal.ts';
import { CALL_TIMEOUT_MS, type Site } from './site.ts';

/** Sends one mail to the club's own address in the same way as the site. */
export async function checkMail(site: Site): Promise<Finding[]> {
  const { env, options } = site;
  if (env.smtpUrl === undefined) return [rehearsalOr(site, 'mail', 'emails are written to files and reach no one', 'set SMTP_URL')];
  if (!options.sends) return [leftOut('mail', 'no email was sent')];
  const to = env.venue.email;
  const parts = { env, shared: { memory: {} } };
  try {
    const text = `npm run doctor on ${env.publicUrl} sent this email. Nothing is wrong.\n`;
    const message = { from: { name: env.venue.name, address: env.mailFrom.address }, to, subject: 'Mail works', text };
    await mailTransport(parts).send(message, 'doctor', AbortSignal.timeout(CALL_TIMEOUT_MS));
    return [well('mail', `one was accepted for ${to}: see that it arrived`)];
  } catch (error) {
    return [fault('mail', `none could be sent: ${failureText(error)}`, 'see SMTP_URL, its password and its port')];
  } finally {
    mailTransport(parts).close();
  }
}

/** Calls the alert webhook once with a test message. */
export async function checkWebhook({ env, options }: Site): Promise<Finding[]> {
  if (env.alertWebhook === undefined)
    return [leftOut('webhook', 'ALERT_WEBHOOK is not set: when email fails, no alert leaves the machine')];
  if (!options.sends) return [leftOut('webhook', 'was not called')];
  const neverStopped: Pick<Context, 'hardStop'> = { hardStop: new AbortController().signal };
  const text = `npm run doctor on ${env.publicUrl}: alerts arrive here. Nothing is wrong.`;
  const message = { kind: 'test', subject: 'doctor', event: 'opened', text, since: toWireTime(new Date()), site: env.publicUrl } as const;
  return postMessage(neverStopped, env.alertWebhook, message).then(
    () => [well('webhook', 'accepts alerts')],
    (error: unknown) => [fault('webhook', failureText(error), 'see ALERT_WEBHOOK')],
  );
}
