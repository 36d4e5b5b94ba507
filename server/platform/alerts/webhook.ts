import type { Context } from '#server/platform/context.ts';
import { failureText } from '#server/platform/log.ts';
import { mailTranslator } from '#server/platform/mail/mail-kind.ts';
import { toWireTime } from '#shared/dates.ts';
import { paths } from '#shared/paths.ts';
import type { Alert, Notice } from './alerts.queries.ts';

/**
 * The body of a call to the webhook. `text` is one English line for a chat, `since` and `until` are in ISO 8601. An alert's detail is left
 * out, because only Owners may read it.
 */
type Message = Pick<Alert, 'subject'> & {
  /** `test`: a call of the operator's doctor. */
  kind: Alert['kind'] | 'test';
  event: Notice['event'];
  text: string;
  since: string;
  until?: string;
  site: string;
};

const TIMEOUT_MS = 10_000;
const BEGINNINGS: Record<Notice['event'], string> = { opened: 'Alert', lasting: 'Alert, still open', ended: 'Resolved' };

export function messageOf(
  { env }: Pick<Context, 'env'>,
  { kind, subject, createdAt, resolvedAt }: Pick<Alert, 'kind' | 'subject' | 'createdAt' | 'resolvedAt'>,
  event: Notice['event'],
): Message {
  const what = mailTranslator('en')(`staff-orders:alerts.kinds.${kind}`);
  return {
    kind,
    subject,
    event,
    text: `${BEGINNINGS[event]}: ${what} (${subject}). ${env.publicUrl}${paths.staff}`,
    since: toWireTime(createdAt),
    ...(resolvedAt && { until: toWireTime(resolvedAt) }),
    site: env.publicUrl,
  };
}

/**
 * Posts a message as JSON. Redirects are not followed: the address is a secret that no other host may learn. @throws when it was not
 * accepted within ten seconds, without naming the address
 */
export async function postMessage({ hardStop }: Pick<Context, 'hardStop'>, url: string, message: Message): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(message),
    redirect: 'manual',
    signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), hardStop]),
  }).catch((error: unknown) => {
    throw new Error(`the webhook for alerts did not answer: ${failureText(error)}`);
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the webhook for alerts answered ${response.status}`);
}
