import { moneyText } from '#shared/money.ts';
import { ALERT_KINDS } from '#shared/staff/alert-kinds.ts';
import type { OrderMoment } from '#shared/staff/orders.contract.ts';
import type { Translate } from '#web/lib/i18n.ts';
import { actionText } from '#web/staff/audit/entry-text.ts';

const PAYMENT_STATES = ['created', 'pending', 'paid', 'failed', 'flagged', 'refunding', 'refunded'] as const;
const SIGNED = ['valid', 'invalid', 'absent'] as const;
const MAIL_STATES = ['queued', 'sent', 'dead', 'skipped'] as const;
const SCAN_RESULTS = ['accepted', 'rejected', 'refused'] as const;
const REFUND_REASONS = ['no_place', 'staff', 'event_cancelled', 'flagged', 'at_bank'] as const;

const FLAG_REASONS = ['wrong_order', 'wrong_amount', 'wrong_currency', 'unclear'] as const;
const PLAIN_ALERTS = [
  'refund_failed',
  'refund_slow',
  'bulk_refund_stuck',
  'session_reused',
  'proxy_not_trusted',
  'proxy_silent',
  'database_refused_writes',
] as const;
const MOVEMENTS = ['capture', 'resolve', 'promise', 'refund'] as const;

const oneOf = <T extends string>(known: readonly T[], text: string | null): T | undefined => known.find((each) => each === text);

/** What happened, in a sentence. */
export function momentText(moment: OrderMoment, t: Translate): string {
  const { kind, about, count } = moment;
  const facts = { about: about ?? 0, count: count ?? 1, what: whatText(moment, t), amount: moneyText(moment.amount ?? 0) };
  return t(`staff-orders:timeline.${kind}`, { ...facts, note: mailKindText(moment.note, t) });
}

function whatText({ kind, what }: OrderMoment, t: Translate): string {
  switch (kind) {
    case 'sent':
      return (what ?? '').toUpperCase();
    case 'callback':
      return t(`staff-orders:timeline.signed.${oneOf(SIGNED, what) ?? 'absent'}`);
    case 'settled':
      return t(`staff-orders:payments.states.${oneOf(PAYMENT_STATES, what) ?? 'pending'}`);
    case 'mail':
      return t(`staff-orders:timeline.mails.${oneOf(MAIL_STATES, what) ?? 'queued'}`);
    case 'scan':
      return t(`staff-orders:timeline.scans.${oneOf(SCAN_RESULTS, what) ?? 'refused'}`);
    case 'refund':
      return t(`staff-orders:refunds.reasons.${oneOf(REFUND_REASONS, what) ?? 'staff'}`);
    case 'staff':
      return actionText(what ?? '', t);
    default:
      return '';
  }
}

const mailKindText = (kind: string | null, t: Translate): string =>
  t(`staff-orders:timeline.mail_kinds.${kind === 'refund' ? 'refund' : 'ticket'}`);

export function alertText(kind: string, t: Translate): string {
  const known = oneOf(ALERT_KINDS, kind);
  return known ? t(`staff-orders:alerts.kinds.${known}`) : kind;
}

/** Why a payment waits for a person; what is not known stays as it was written. */
export function flagText(reason: string, t: Translate): string {
  const known = oneOf(FLAG_REASONS, reason);
  return known ? t(`staff-orders:flag_reasons.${known}`) : reason;
}

/** The detail of an alert in the reader's language; undefined where only the server's own sentence exists. */
export function alertDetailText(kind: string, detail: string, t: Translate): string | undefined {
  const reason = FLAG_REASONS.find((each) => detail.includes(`: ${each}.`));
  if (kind === 'payment_flagged') return reason && t('staff-orders:alerts.details.payment_flagged', { reason: flagText(reason, t) });
  const known = oneOf(PLAIN_ALERTS, kind);
  return known && t(`staff-orders:alerts.details.${known}`);
}

/** `capture 12` of the ledger as text. */
export function movementText(movement: string, t: Translate): string {
  const [kind = '', id = ''] = movement.split(' ');
  const known = oneOf(MOVEMENTS, kind);
  return known ? t(`staff-orders:ledger.movements.${known}`, { id }) : movement;
}
