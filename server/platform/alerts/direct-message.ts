import { type Context, perServer } from '#server/platform/context.ts';
import { failureText } from '#server/platform/log.ts';
import { composeMail } from '#server/platform/mail/layout.ts';
import { mailTranslator } from '#server/platform/mail/mail-kind.ts';
import { sendAtOnce } from '#server/platform/mail/mail.jobs.ts';
import { DEFAULT_LANGUAGE, type Language } from '#shared/constants.ts';
import { alertFact } from './alerts.mail.ts';
import type { Alert, Notice } from './alerts.queries.ts';
import { messageOf, postMessage } from './webhook.ts';

export type Mailbox = { address: string; language: Language };

/** The last recipients of alerts, used while the database cannot be asked who the Owners are. */
export const lastKnownMailboxes = perServer<{ mailboxes: readonly Mailbox[] }, Pick<Context, 'shared'>>(() => ({ mailboxes: [] }));

export type Outage = Pick<Alert, 'kind'> & Pick<Notice, 'event'> & { since: Date };

/** Reports an outage to the Owners and the webhook without the database: at once and without a retry. A failure is logged. */
export function reportDirectly(ctx: Context, { kind, event, since }: Outage): void {
  const alert = {
    kind,
    subject: 'database',
    detail: '',
    params: {},
    createdAt: since,
    resolvedAt: event === 'ended' ? ctx.clock.now() : null,
  };
  const note = (error: unknown): void => ctx.log.warn({ reason: failureText(error) }, 'an outage could not be reported');
  if (ctx.env.alertWebhook !== undefined) void postMessage(ctx, ctx.env.alertWebhook, messageOf(ctx, alert, event)).catch(note);
  const known = lastKnownMailboxes(ctx).mailboxes;
  for (const mailbox of known.length > 0 ? known : [{ address: ctx.venue().email, language: DEFAULT_LANGUAGE }])
    void mailDirectly(ctx, mailbox, alert).catch(note);
}

async function mailDirectly(ctx: Context, { address, language }: Mailbox, alert: Omit<Alert, 'id' | 'mailedAt' | 'endMailedAt'>) {
  const t = mailTranslator(language);
  const state = alert.resolvedAt ? 'over' : 'open';
  const what = t(`staff-orders:alerts.kinds.${alert.kind}`);
  const content = composeMail(ctx.venue(), {
    language,
    isForVenue: true,
    subject: t(`mail:alerts.${state}`, { what }),
    heading: what,
    blocks: [
      { type: 'facts', rows: [alertFact(alert, language)] },
      { type: 'note', text: t('mail:alerts.direct') },
    ],
  });
  const key = `${alert.kind}:${state}:${alert.createdAt.toISOString()}:${address}`;
  await sendAtOnce(ctx, { key, kind: 'alerts', recipient: address, language }, content);
}
