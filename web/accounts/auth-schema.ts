import { zodResolver } from '@hookform/resolvers/zod';
import { createFormControl } from 'react-hook-form';
import { z } from 'zod';
import {
  ChangePasswordInput,
  ForgotPasswordInput,
  LoginInput,
  registerInput,
  ResetPasswordInput,
} from '#shared/accounts/account.schemas.ts';
import { EmailChangeInput } from '#shared/accounts/email-change.schemas.ts';
import { MemberAccount, OwnerAccount } from '#shared/accounts/set-up.schemas.ts';
import { readSocialLink, socialMediaOf } from '#shared/accounts/social-media.ts';
import type { AuthFields, AuthPage } from './auth-fields.tsx';
import { joinPhone } from './phone-number.ts';

const now = () => new Date();

const RegisterForm = registerInput(now);
const Terms = z.object({ acceptTerms: z.literal(true, 'validation.terms_required') });
const NewPassword = ResetPasswordInput.pick({ newPassword: true })
  .extend({ confirmNewPassword: z.string().min(1, 'validation.password_repeat') })
  .refine(({ newPassword, confirmNewPassword }) => newPassword === confirmNewPassword, {
    error: 'validation.password_mismatch',
    path: ['confirmNewPassword'],
    when: () => true,
  });

const PasswordTwice = z
  .object({ password: z.string(), confirmPassword: z.string().min(1, 'validation.password_repeat') })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    error: 'validation.password_mismatch',
    path: ['confirmPassword'],
    when: () => true,
  });

/** The rules for the fields of a page; the server applies the same ones. */
const rulesOf: Record<AuthPage, readonly z.ZodType[]> = {
  login: [LoginInput],
  register: [RegisterForm, Terms],
  'forgot-password': [ForgotPasswordInput],
  change_password: [NewPassword],
};

/** Validates some of the shared form's fields and returns them as typed. */
const judgedBy = (allRules: readonly z.ZodType[]) =>
  z.custom<AuthFields>().superRefine((fields, context) => {
    const judged = { ...fields, phoneNumber: joinPhone(fields.phoneCode, fields.phoneNumber) };
    for (const rules of allRules)
      for (const { path, message } of rules.safeParse(judged).error?.issues ?? [])
        context.addIssue({ code: 'custom', path: [...path], message });
  });

export const authSchema = (page: AuthPage) => judgedBy(rulesOf[page]);

/** The form of a page. */
export const createAuthForm = (page: AuthPage, defaultValues: AuthFields) =>
  createFormControl<AuthFields>({ defaultValues, resolver: zodResolver(authSchema(page)), shouldFocusError: false });

/** The schema for a signed-in user, who confirms the change with the current password. */
export const ownPasswordSchema = judgedBy([ChangePasswordInput.pick({ currentPassword: true }), NewPassword]);

export const ownerSchema = judgedBy([OwnerAccount, PasswordTwice]);

export const memberSchema = judgedBy([MemberAccount, PasswordTwice]);

/** The schema for correcting the account's own address. */
export const emailChangeSchema = judgedBy([EmailChangeInput]);

/** The body of a registration. */
export function registerBody({ phoneCode, phoneNumber, wantsNewsletter, ...fields }: AuthFields) {
  const { firstName, lastName, birthdate, country, personalNumber, email, socialMediaProfileLink, password, confirmPassword } = fields;
  const { platform, username } = socialMediaOf(readSocialLink(socialMediaProfileLink) ?? '');
  return {
    firstName,
    lastName,
    birthdate,
    country,
    personalNumber,
    email,
    socialMediaProfileLink,
    password,
    confirmPassword,
    phoneNumber: joinPhone(phoneCode, phoneNumber),
    ...(platform !== null && { socialMediaPlatform: platform }),
    ...(username !== null && { socialMediaUsername: username }),
    // Sent only for a yes: otherwise the body is the specification's.
    ...(wantsNewsletter && { wantsNewsletter: true }),
  };
}
