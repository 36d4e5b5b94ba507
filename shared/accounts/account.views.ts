import { z } from 'zod';
import { ROLES, STATUSES } from '#shared/constants.ts';
import { jsonId, wireDay, wireTime } from '#shared/wire.ts';

/** A guest's own profile (spec §3). */
export const ProfileView = z.object({
  id: jsonId,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phoneNumber: z.string(),
  country: z.string(),
  birthdate: wireDay,
  socialMediaProfileLink: z.string(),
  personalNumber: z.string(),
  createdAt: wireTime,
  role: z.enum(ROLES),
  status: z.enum(STATUSES),
});
export type ProfileView = z.infer<typeof ProfileView>;

/** A guest as shown at the door. The owner of an old ticket may have deleted the account: then nothing is shown. */
export const GuestView = z.object({
  firstName: z.string(),
  lastName: z.string(),
  birthdate: z.union([wireDay, z.literal('')]),
  status: z.enum(STATUSES),
});
export type GuestView = z.infer<typeof GuestView>;

export const AccessTokenView = z.object({ accessToken: z.string() });
