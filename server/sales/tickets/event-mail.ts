import type { Context } from '#server/platform/context.ts';
import { composeMail, type Fact } from '#server/platform/mail/layout.ts';
import { type MailContent, mailTranslator } from '#server/platform/mail/mail-kind.ts';
import type { Language } from '#shared/constants.ts';
import { dateText, timeText, weekdayText } from '#shared/dates.ts';
import { eventTheme } from '#shared/media/covers.ts';

type MailedEvent = { id: number; name: string; nameLat: string; startsAt: Date };

/** Returns the name of an event in the language of a mail. */
export const mailedName = ({ name, nameLat }: MailedEvent, language: Language): string => (language === 'ka' ? name : nameLat);

type EventMail = {
  event: MailedEvent;
  language: Language;
  subject: string;
  heading: string;
  /** One paragraph, or several. */
  text: string | string[];
  /** In addition to the event's name and start. */
  rows: readonly Fact[];
  link: { label: string; url: string };
  note?: string;
};

/** Composes a short mail about one event: a sentence, the facts, a link. */
export function composeEventMail(ctx: Context, { event, language, subject, heading, text, rows, link, note }: EventMail): MailContent {
  const t = mailTranslator(language);
  const { startsAt } = event;
  const when = t('mail:ticket.startText', {
    weekday: weekdayText(startsAt, t),
    date: dateText(startsAt, language, t),
    time: timeText(startsAt),
  });
  return composeMail(ctx.venue(), {
    language,
    subject,
    heading,
    colours: eventTheme(event.id),
    blocks: [
      ...[text].flat().map((each) => ({ type: 'paragraph' as const, text: each })),
      { type: 'facts', rows: [[t('mail:ticket.event'), mailedName(event, language)], [t('mail:ticket.start'), when], ...rows] },
      { type: 'link', ...link },
      ...(note === undefined ? [] : [{ type: 'note' as const, text: note }]),
    ],
  });
}
