import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { ResetPasswordInput } from './account.schemas.ts';

/** The call of the registration that a guest's invitation opens, apart from the main contract because few visitors need it. */
export const guestInvitationsContract = {
  read: endpoint('POST', '/guest-invitations/read', 'public', {
    summary: 'Get the email and name of an invited guest, whether the guest is verified at once, and whether the email has an account',
    body: ResetPasswordInput.pick({ token: true }),
    output: z.object({
      email: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      isVerified: z.boolean(),
      hasAccount: z.boolean(),
    }),
    errors: ['invalid_token'],
  }),
};
