import { moneyText } from '#shared/money.ts';
import type { Translate } from '#shared/translate.ts';
import { ALERT_KINDS, type AlertParams, type BookDifference } from './alerts.contract.ts';

const FLAG_REASONS = ['wrong_order', 'wrong_amount', 'wrong_currency', 'unclear'] as const;
const SUBJECTS = ['payment', 'refund', 'event', 'guest', 'test order'] as const;

/** Why a payment is flagged; an unknown reason is shown as stored. */
export function flagText(reason: string, t: Translate): string {
  const known = FLAG_REASONS.find((each) => each === reason);
  return known ? t(`staff-orders:flag_reasons.${known}`) : reason;
}

/** What happened and what to do, in the reader's language; undefined for an unknown kind, or without the values that its text needs. */
export function alertDetail({ kind, params }: { kind: string; params: AlertParams }, t: Translate): string | undefined {
  const { reason, name, differences } = params;
  const known = ALERT_KINDS.find((each) => each === kind);
  switch (known) {
    case undefined:
      return undefined;
    case 'payment_flagged':
      return reason === undefined ? undefined : t(`staff-orders:alerts.details.${known}`, { reason: flagText(reason, t) });
    case 'books_differ':
      return differences && [t(`staff-orders:alerts.details.${known}`), ...differences.map((each) => differenceText(each, t))].join('\n');
    case 'door_silent':
    case 'door_tampered':
    case 'door_search':
      return name === undefined ? undefined : t(`staff-orders:alerts.details.${known}`, { name });
    default:
      return t(`staff-orders:alerts.details.${known}`);
  }
}

export const differenceText = ({ what, found, recorded }: BookDifference, t: Translate): string =>
  t(`staff-orders:alerts.differences.${what}`, { found: moneyText(found), recorded: moneyText(recorded) });

/** `payment 12` in the reader's language; undefined for a subject without a number of its own. */
export function alertSubject(subject: string, t: Translate): string | undefined {
  const [, what, id] = /^(.+) (\d+)$/.exec(subject) ?? [];
  const known = SUBJECTS.find((each) => each === what);
  return known && t(`staff-orders:alerts.about.${known === 'test order' ? 'test_order' : known}`, { id });
}
