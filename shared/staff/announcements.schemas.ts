import { z } from 'zod';
import { ONE_LINE, TIME_META, TRIMMED_LINE, wireTime } from '#shared/wire.ts';

const SUBJECT_MAX = 120;
const BODY_MAX = 4_000;

/** May be empty if the other language is written, which its readers get instead. */
const subject = z
  .string()
  .trim()
  .max(SUBJECT_MAX, 'validation.too_long')
  .refine((text) => text === '' || ONE_LINE.test(text), 'validation.one_line')
  .meta({ pattern: String.raw`${TRIMMED_LINE}|^\s*$` })
  .default('');
const body = z.string().trim().max(BODY_MAX, 'validation.too_long').default('');
const texts = { subject, subjectLat: subject, body, bodyLat: body };

const PAIRS = [
  { subject: 'subject', body: 'body' },
  { subject: 'subjectLat', body: 'bodyLat' },
] as const;

/** One language is enough, with its subject and its text. */
function checkLanguages(typed: Record<keyof typeof texts, string>, context: z.RefinementCtx): void {
  const begun = PAIRS.filter((pair) => typed[pair.subject] !== '' || typed[pair.body] !== '');
  const issue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  for (const pair of begun.length === 0 ? PAIRS : begun) {
    if (typed[pair.subject] === '') issue(pair.subject, 'validation.announcement_subject');
    if (typed[pair.body] === '') issue(pair.body, 'validation.announcement_body');
  }
}

/** A message to the holders of an event's tickets; `Lat` is the English one. */
export const AnnouncementTexts = z.object(texts).superRefine(checkLanguages);
export type AnnouncementTexts = z.output<typeof AnnouncementTexts>;

/** `sendAt`: null to send at once, after a minute in which it can be stopped. */
export const AnnouncementInput = z
  .object({
    ...texts,
    sendAt: z
      .string()
      .refine((text) => wireTime.safeParse(text).success, 'validation.moment_format')
      .meta(TIME_META)
      .nullable(),
  })
  .superRefine(checkLanguages);
export type AnnouncementInput = z.output<typeof AnnouncementInput>;
