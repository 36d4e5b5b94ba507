import { z } from 'zod';
import { ONE_LINE, TIME_META, TRIMMED_LINE, wireTime } from '#shared/wire.ts';

const SUBJECT_MAX = 120;
const BODY_MAX = 4_000;

const subject = z
  .string()
  .trim()
  .min(1, 'validation.announcement_subject')
  .max(SUBJECT_MAX, 'validation.too_long')
  .regex(ONE_LINE, 'validation.one_line')
  .meta({ pattern: TRIMMED_LINE });
const body = z.string().trim().min(1, 'validation.announcement_body').max(BODY_MAX, 'validation.too_long');

/** A message to the holders of an event's tickets; `Lat` is the English one. */
export const AnnouncementTexts = z.object({ subject, subjectLat: subject, body, bodyLat: body });
export type AnnouncementTexts = z.infer<typeof AnnouncementTexts>;

/** `sendAt`: null for at once, which leaves a minute to stop it. */
export const AnnouncementInput = AnnouncementTexts.extend({
  sendAt: z
    .string()
    .refine((text) => wireTime.safeParse(text).success, 'validation.moment_format')
    .meta(TIME_META)
    .nullable(),
});
export type AnnouncementInput = z.infer<typeof AnnouncementInput>;
