import { moneyText } from '#shared/money.ts';
import type { OrderMoment } from '#shared/staff/orders.contract.ts';
import type { Translate } from '#web/lib/i18n.ts';
import { actionWords } from '#web/staff/audit/entry-words.ts';

const PAYMENT_STATES = ['created', 'pending', 'paid', 'failed', 'flagged', 'refunding', 'refunded'] as const;
const SIGNED = ['valid', 'invalid', 'absent'] as const;
const MAIL_STATES = ['queued', 'sent', 'dead'] as const;
const SCAN_RESULTS = ['accepted', 'rejected', 'refused'] as const;
const REFUND_REASONS = ['no_place', 'staff', 'event_cancelled', 'flagged', 'at_bank'] as const;
const ALERT_KINDS = ['payment_flagged', 'refund_failed', 'refund_slow', 'bulk_refund_stuck', 'books_differ', 'reconcile_failed'] as const;

const oneOf = <T extends string>(known: readonly T[], text: string | null): T | undefined => known.find((word) => word === text);

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
      return actionWords(what ?? '', t);
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
