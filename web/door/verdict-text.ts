import { dateText, weekdayText } from '#shared/dates.ts';
import type { Language } from '#shared/constants.ts';
import { eventName } from '#shared/events/timing.ts';
import { errorText } from '#web/lib/error-text.ts';
import type { Translate } from '#web/lib/i18n.ts';
import type { ApiError } from '#shared/errors.ts';
import type { TicketEvent } from './scan-answer.ts';
import type { Trouble, Verdict } from './verdict.ts';

/** The one large word. */
export function headlineOf({ kind }: Verdict, t: Translate): string {
  if (kind === 'undecided') return t('door:undecided');
  if (kind === 'other_event') return t('door:other_event');
  return t(kind === 'accepted' ? 'door:accepted' : 'door:rejected');
}

/** Why, in a sentence; a ticket admitted at its own door needs none. */
export function reasonOf(verdict: Verdict, language: Language, t: Translate): string | undefined {
  if (verdict.kind === 'accepted') return verdict.reason === 'admitted_other_event' ? t('door:admitted_other_event') : undefined;
  if (verdict.kind === 'rejected') return t(verdict.reason === 'banned' ? 'door:banned' : 'door:rejected_by_staff');
  return verdict.kind === 'undecided' ? t(troubleKeys[verdict.trouble]) : refusalText(verdict, language, t);
}

/** Spec §8. */
const troubleKeys = {
  no_user_id: 'door:no_user_id',
  no_ticket_id: 'door:no_ticket_id',
  network: 'errors:network',
  guest_failed: 'door:guest_failed',
  decision_failed: 'door:decision_failed',
  ticket_unknown: 'errors:ticket_not_found',
} as const satisfies Record<Trouble, string>;

/** `Friday, November 27, 2026` */
export const dayText = (at: string, language: Language, t: Translate): string => `${weekdayText(at, t)}, ${dateText(at, language, t)}`;

type Refusal = { error: ApiError; event?: TicketEvent | undefined };

/** The server's sentence, with its days in the reader's own calendar words. */
function refusalText({ error, event }: Refusal, language: Language, t: Translate): string {
  const { code, params: { date, time } = {} } = error.body;
  if (code === 'ticket_used' && typeof date === 'string' && time !== undefined)
    return t('errors:ticket_used', { date: dateText(date, language, t), time });
  if ((code === 'other_event' || code === 'event_cancelled') && event)
    return t(`errors:${code}`, { event: eventName(event, language), eventDate: dayText(event.at, language, t) });
  return errorText(error, t);
}
