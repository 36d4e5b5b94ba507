import type { Api } from '#shared/api.ts';
import { readSocialLink } from '#shared/accounts/social-link.ts';
import { socialMediaOf } from '#shared/accounts/social-media.ts';
import { joinPhone, type AuthFields } from './auth-fields.ts';

/** Answers the access token. @throws ApiError */
export async function logIn(api: Api, { email, password }: AuthFields): Promise<string> {
  return (await api.accounts.login({ body: { email: email.trim(), password } })).accessToken;
}

/** @throws ApiError */
export async function register(api: Api, fields: AuthFields): Promise<void> {
  const { firstName, lastName, birthdate, country, personalNumber, email, socialMediaProfileLink, password, confirmPassword } = fields;
  const { platform, username } = socialMediaOf(readSocialLink(socialMediaProfileLink) ?? '');
  await api.accounts.register({
    body: {
      firstName,
      lastName,
      birthdate,
      country,
      personalNumber,
      email,
      socialMediaProfileLink,
      password,
      confirmPassword,
      phoneNumber: joinPhone(fields.phoneCode, fields.phoneNumber),
      ...(platform !== null && { socialMediaPlatform: platform }),
      ...(username !== null && { socialMediaUsername: username }),
    },
  });
}

/** @throws ApiError */
export async function requestPasswordReset(api: Api, { email }: AuthFields): Promise<void> {
  await api.accounts.requestPasswordReset({ body: { email } });
}

/** @throws ApiError */
export async function changePassword(api: Api, token: string, { newPassword }: AuthFields): Promise<void> {
  await api.accounts.resetPassword({ body: { token, newPassword } });
}
