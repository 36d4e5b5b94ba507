import { z } from 'zod';
import { LANGUAGES } from '#shared/constants.ts';
import { requiredText } from './reason.schemas.ts';

const SUBJECT_MAX = 150;
const TEXT_MAX = 5_000;

const text = requiredText(TEXT_MAX, 'validation.text_required');
export const EnquiryNoteInput = z.object({ text });
export const EnquiryReplyInput = z.object({
  subject: requiredText(SUBJECT_MAX, 'validation.subject_required'),
  text,
  language: z.enum(LANGUAGES),
});
