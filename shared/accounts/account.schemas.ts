import { z } from 'zod';
import {
  PASSWORD_MIN_LENGTH,
  PERSONAL_NUMBER_LENGTH_GEORGIA,
  PERSONAL_NUMBER_MIN_LENGTH,
  PHONE_MAX_LENGTH,
  PHONE_MIN_LENGTH,
  PROFILE_COUNTRIES,
} from '#shared/constants.ts';
import { isWithoutLink } from '#shared/names.ts';
import { ONE_LINE, TRIMMED_LINE } from '#shared/wire.ts';
import { isAdult, isCalendarDay, isFutureDay, EMAIL_MAX, isAccountEmail } from './account-rules.ts';
import { isStrongPassword, PASSWORD_MAX_BYTES } from './password-rules.ts';
import { readSocialLink } from './social-media.ts';

const TEXT_MAX = 200;
const LINK_MAX = 500;
const required = (key: string, max = TEXT_MAX) =>
  z.string(key).trim().min(1, key).max(max, 'validation.too_long').regex(ONE_LINE, 'validation.invalid').meta({ pattern: TRIMMED_LINE });

/** A self-chosen name, which mails use to greet the user. */
const personName = (key: string) => required(key).refine(isWithoutLink, 'validation.name_link');

/** Spec §5: optional plus, then 7 to 20 of digits, spaces, hyphens, parentheses. */
export const PHONE_FORMAT = new RegExp(String.raw`^\+?[0-9\s()-]{${PHONE_MIN_LENGTH},${PHONE_MAX_LENGTH}}$`);
/** `PHONE_FORMAT` without spaces at either end, for the documentation. */
const PHONE_PATTERN = `^(?:[+][0-9 ()-]{${PHONE_MIN_LENGTH - 1},${PHONE_MAX_LENGTH - 1}}|[0-9()-][0-9 ()-]{${PHONE_MIN_LENGTH - 2},${PHONE_MAX_LENGTH - 2}})[0-9()-]$`;
const LATIN_NAME = /^[a-zA-Z]+$/;

/** The part of the address check that JSON Schema can express. */
export const EMAIL_META = { format: 'idn-email', maxLength: EMAIL_MAX };

const email = z
  .string('validation.email_required')
  .trim()
  .min(1, 'validation.email_required')
  .refine(isAccountEmail, 'validation.invalid_email')
  .meta(EMAIL_META);
const password = z
  .string('validation.password_required')
  .min(1, 'validation.password_required')
  .refine((text) => new TextEncoder().encode(text).length <= PASSWORD_MAX_BYTES, 'validation.too_long')
  .refine(isStrongPassword, 'validation.password_complexity')
  .meta({
    minLength: PASSWORD_MIN_LENGTH,
    maxLength: PASSWORD_MAX_BYTES,
    allOf: [{ pattern: '[a-z]' }, { pattern: '[A-Z]' }, { pattern: '[^a-zA-Z0-9]' }],
  });
const phoneNumber = z
  .string('validation.phone_required')
  .trim()
  .min(1, 'validation.phone_required')
  .regex(PHONE_FORMAT, 'validation.phone_format_invalid')
  .meta({ pattern: PHONE_PATTERN });

/** Turns a profile as people write it into a full address; an empty text if there is none. */
const socialLink = (key: string) => (text: string, context: z.RefinementCtx) => {
  const link = text === '' ? '' : readSocialLink(text);
  if (link === undefined || link.length > LINK_MAX)
    context.addIssue({ code: 'custom', message: link === undefined ? key : 'validation.too_long' });
  return link ?? text;
};

/** Spec §9: one of the offered countries. */
const COUNTRIES: readonly string[] = PROFILE_COUNTRIES;
const country = z
  .string('validation.country_required')
  .trim()
  .refine((name) => COUNTRIES.includes(name), 'validation.country_required')
  .meta({ enum: COUNTRIES });

/** Spec §5: a real day, not in the future, 18 years ago or more. Returns the key of the first error. */
function birthdateProblem(day: string, now: Date): string | undefined {
  if (day === '') return 'validation.birthdate_required';
  if (!isCalendarDay(day)) return 'validation.birthdate_invalid';
  if (isFutureDay(day, now)) return 'validation.birthdate_future';
  return isAdult(day, now) ? undefined : 'validation.age_requirement';
}

// The field does not abort, because that would skip the rules across two fields.
const birthdate = (now: () => Date) =>
  z
    .string('validation.birthdate_required')
    .superRefine((day, context) => {
      const problem = birthdateProblem(day, now());
      if (problem) context.addIssue({ code: 'custom', message: problem });
    })
    .meta({ format: 'date' });

const PERSONAL_NUMBER_MAX_LENGTH = 30;
const PERSONAL_NUMBER_PATTERN = `^[0-9]{${PERSONAL_NUMBER_MIN_LENGTH},${PERSONAL_NUMBER_MAX_LENGTH}}$`;

/** Spec §5: 11 digits for Georgia, at least 8 for any other country. Returns the key of the error. */
export function personalNumberProblem(personalNumber: string, country: string): string | undefined {
  if (!/^\d+$/.test(personalNumber) || personalNumber.length > PERSONAL_NUMBER_MAX_LENGTH)
    return country === 'Georgia' ? 'validation.personal_number_format' : 'validation.personal_number_format_non_georgia';
  if (country === 'Georgia')
    return personalNumber.length === PERSONAL_NUMBER_LENGTH_GEORGIA ? undefined : 'validation.personal_number_format';
  return personalNumber.length >= PERSONAL_NUMBER_MIN_LENGTH ? undefined : 'validation.personal_number_format_non_georgia';
}

/** Without the country's rule (`personalNumberProblem`). */
export const personalNumber = required('validation.personal_number_required').meta({ pattern: PERSONAL_NUMBER_PATTERN });

// Rules across two fields apply as soon as both are present, even if other fields are wrong.
const Passwords = z.object({ password: z.string(), confirmPassword: z.string() });
const Numbers = z.object({ personalNumber: z.string(), country: z.string() });

/** The checkbox “Email me about upcoming events”; it counts once the address is proved. */
const wantsNewsletter = z.boolean().optional();

/** The register form (spec §3, §5). `now` decides who is 18. Unknown keys are dropped: role, status and id never pass. */
export const registerInput = (now: () => Date) =>
  z
    .object({
      firstName: personName('validation.first_name_required'),
      lastName: personName('validation.last_name_required'),
      email,
      password,
      confirmPassword: z.string('validation.password_repeat').min(1, 'validation.password_repeat'),
      // Spec §5 checks the format only in the profile.
      phoneNumber: required('validation.phone_required'),
      personalNumber,
      birthdate: birthdate(now),
      socialMediaProfileLink: required('validation.social_media_required', LINK_MAX).transform(
        socialLink('validation.social_media_format'),
      ),
      socialMediaPlatform: z.string().max(TEXT_MAX).optional().catch(undefined),
      socialMediaUsername: z.string().max(TEXT_MAX).optional().catch(undefined),
      country,
      wantsNewsletter,
      /** The token of a guest's invitation, which proves that the mailbox is read; one that has ended is ignored. */
      invitation: z.string().max(TEXT_MAX).optional(),
    })
    .refine(({ password, confirmPassword }) => password === confirmPassword, {
      error: 'validation.password_mismatch',
      path: ['confirmPassword'],
      when: ({ value }) => Passwords.safeParse(value).success,
    })
    .superRefine(
      ({ personalNumber, country }, context) => {
        const problem = personalNumberProblem(personalNumber, country);
        if (problem) context.addIssue({ code: 'custom', path: ['personalNumber'], message: problem });
      },
      { when: ({ value }) => Numbers.safeParse(value).success },
    );
export type RegisterInput = z.output<ReturnType<typeof registerInput>>;

/** What a guest types at the door; the rest is asked later, in verification. */
export const doorSaleInput = (now: () => Date) =>
  z.object({
    firstName: personName('validation.first_name_required'),
    lastName: personName('validation.last_name_required'),
    email,
    phoneNumber,
    birthdate: birthdate(now),
    wantsNewsletter,
    /** Random, from the browser: after a lost answer, sending it again with the same data opens the account again. */
    entryId: z.uuid().optional(),
  });
export type DoorSaleForm = z.output<ReturnType<typeof doorSaleInput>>;

export const LoginInput = z.object({
  email: z.string('validation.email_required').trim().min(1, 'validation.email_required').max(254, 'validation.too_long'),
  password: z.string('validation.password_required').min(1, 'validation.password_required').max(1024, 'validation.too_long'),
});
export type LoginInput = z.output<typeof LoginInput>;

export const ForgotPasswordInput = z.object({ email });

export const ResetPasswordInput = z.object({
  token: z.string('validation.token_required').min(1, 'validation.token_required').max(TEXT_MAX, 'validation.too_long'),
  newPassword: password,
});

type Names = { firstName: string; lastName: string };

/** Spec §5 for a name in the profile: letters a–z, unless it equals the saved name. Returns the key of the error. */
export const nameProblem = (name: string, saved: string | undefined): string | undefined =>
  name === saved || LATIN_NAME.test(name) ? undefined : 'validation.name_invalid_chars';

const profileName = (key: string, saved: string | undefined) =>
  required(key).superRefine((name, context) => {
    const problem = nameProblem(name, saved);
    if (problem) context.addIssue({ code: 'custom', message: problem });
  });

/** The six fields that a guest may change (spec §5, profile edit), given the saved names. */
export const profileInput = (now: () => Date, saved?: Partial<Names>) =>
  profileBody(now).extend({
    firstName: profileName('validation.first_name_required', saved?.firstName),
    lastName: profileName('validation.last_name_required', saved?.lastName),
  });

/** These fields as the server receives them; it compares the names with the saved ones (`nameProblem`). */
export const profileBody = (now: () => Date) =>
  z.object({
    firstName: required('validation.first_name_required'),
    lastName: required('validation.last_name_required'),
    phoneNumber,
    country,
    birthdate: birthdate(now),
    socialMediaProfileLink: z
      .string()
      .trim()
      .max(LINK_MAX, 'validation.too_long')
      .transform(socialLink('validation.social_media_invalid_url'))
      .nullish()
      .transform((text) => text ?? ''),
  });
export type ProfileInput = z.output<ReturnType<typeof profileInput>>;

/** Only the server can check the current password; the new one must meet every rule of spec §5. */
export const ChangePasswordInput = z.object({
  currentPassword: LoginInput.shape.password,
  newPassword: ResetPasswordInput.shape.newPassword,
});
export type ChangePasswordInput = z.output<typeof ChangePasswordInput>;
