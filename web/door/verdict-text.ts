import { dateText } from '#shared/dates.ts';
import type { Language } from '#shared/constants.ts';
import { errorText } from '#web/lib/error-text.ts';
import type { Translate } from '#web/lib/i18n.ts';
import type { ApiError } from '#shared/errors.ts';
import type { Trouble, Verdict } from './verdict.ts';

/** The one large word. */
export function headlineOf({ kind }: Verdict, t: Translate): string {
  if (kind === 'undecided') return t('door:undecided');
  return t(kind === 'accepted' ? 'door:accepted' : 'door:rejected');
}

/** Why, in a sentence; an admitted ticket needs none. */
export function reasonOf(verdict: Verdict, language: Language, t: Translate): string | undefined {
  if (verdict.kind === 'accepted') return undefined;
  if (verdict.kind === 'rejected') return t(verdict.scan.reason === 'banned' ? 'door:banned' : 'door:rejected_by_staff');
  return verdict.kind === 'refused' ? refusalText(verdict.error, language, t) : t(troubleKeys[verdict.trouble]);
}

/** Spec §8. */
const troubleKeys = {
  no_user_id: 'door:no_user_id',
  no_ticket_id: 'door:no_ticket_id',
  guest_failed: 'door:guest_failed',
  decision_failed: 'door:decision_failed',
  ticket_unknown: 'errors:ticket_not_found',
} as const satisfies Record<Trouble, string>;

/** A used ticket says when it was used, on the reader's own calendar words. */
function refusalText(error: ApiError, language: Language, t: Translate): string {
  const { date, time } = error.body.params ?? {};
  if (error.body.code !== 'ticket_used' || typeof date !== 'string' || time === undefined) return errorText(error, t);
  return t('errors:ticket_used', { date: dateText(date, language, t), time });
}
