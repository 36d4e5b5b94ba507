import { mailTranslator } from '#server/platform/mail/mail-kind.ts';
import type { Language } from '#shared/constants.ts';
import type { AnnouncementTexts } from '#shared/staff/announcements.schemas.ts';

/** Fills the language that staff left empty with the other one's text, below a line that says so. */
export function inBothLanguages(texts: AnnouncementTexts): AnnouncementTexts {
  const { subject, subjectLat, body, bodyLat } = texts;
  if (subjectLat === '') return { ...texts, subjectLat: subject, bodyLat: belowNote('en', body) };
  if (subject === '') return { ...texts, subject: subjectLat, body: belowNote('ka', bodyLat) };
  return texts;
}

const belowNote = (reader: Language, body: string): string => `${mailTranslator(reader)('mail:announcement.one_language')}\n\n${body}`;
