import type { z } from 'zod';
import { profileInput } from '#shared/accounts/account.schemas.ts';
import type { ProfileView } from '#shared/accounts/account.views.ts';

export const profileSchema = profileInput(() => new Date());

/** What the form holds: the six fields a guest may change. */
export type ProfileFields = z.input<typeof profileSchema>;

/** In the order of the screen. */
export const PROFILE_FIELDS = ['firstName', 'lastName', 'phoneNumber', 'country', 'birthdate', 'socialMediaProfileLink'] as const;

/** The form as it is filled from the profile. A missing value is an empty field. */
export function fieldsFrom(profile: Partial<ProfileView>): ProfileFields {
  const { firstName = '', lastName = '', phoneNumber = '', country = '', birthdate = '', socialMediaProfileLink = '' } = profile;
  return { firstName, lastName, phoneNumber, country, birthdate, socialMediaProfileLink };
}
