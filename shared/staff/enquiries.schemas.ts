import { z } from 'zod';
import { LANGUAGES } from '#shared/constants.ts';
import { requiredText } from './reason.schemas.ts';

const SUBJECT_MAX = 150;
const TEXT_MAX = 5_000;

const enquiryText = (max: number) => requiredText(max, 'validation.message_required');
export const EnquiryNoteInput = z.object({ text: enquiryText(TEXT_MAX) });
export const EnquiryReplyInput = z.object({
  subject: enquiryText(SUBJECT_MAX),
  text: enquiryText(TEXT_MAX),
  language: z.enum(LANGUAGES),
});
