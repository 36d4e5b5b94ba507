import { z } from 'zod';
import { isEmail } from '#shared/accounts/account-rules.ts';
import { readSocialLink } from '#shared/accounts/social-media.ts';
import { VISIBLE } from '#shared/names.ts';

const LINE_MAX = 200;
const LINK_MAX = 300;
/** With this limit per field, all parts joined fit the limit of the call. */
const MESSAGE_MAX = 3_000;

const required = (key: string, max = LINE_MAX) =>
  z
    .string(key)
    .trim()
    .refine((text) => VISIBLE.test(text), key)
    .max(max, 'validation.too_long');
/** Accepted as people write it, and sent as a full address. */
const link = (key: string, problem: string, read: (text: string) => string | undefined) =>
  required(key, LINK_MAX).transform((text, context) => {
    const whole = read(text);
    if (whole === undefined) context.addIssue({ code: 'custom', message: problem });
    return whole ?? text;
  });
// `@name` does not tell the platform.
const readMusicLink = (text: string) => (text.startsWith('@') ? undefined : readSocialLink(text));

/** Spec §5, rental form: all three required. */
export const RentalForm = z.object({
  name: required('validation.name_required'),
  email: required('validation.email_required').refine(isEmail, 'validation.invalid_email'),
  eventDescription: required('validation.event_description_required', MESSAGE_MAX),
});
export type RentalForm = z.output<typeof RentalForm>;

/** Spec §5, DJ form: all five required, both links of URL type. */
export const DjForm = z.object({
  fullName: required('validation.full_name_required'),
  stageName: required('validation.stage_name_required'),
  socialLink: link('validation.social_link_required', 'validation.social_media_format', readSocialLink),
  musicLink: link('validation.music_link_required', 'validation.link_format', readMusicLink),
  motivation: required('validation.motivation_required', MESSAGE_MAX),
});
export type DjForm = z.output<typeof DjForm>;
