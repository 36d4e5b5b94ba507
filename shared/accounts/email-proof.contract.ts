import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { empty, wireTime } from '#shared/wire.ts';
import { ResetPasswordInput } from './account.schemas.ts';
import { CodeInput } from './second-factor.schemas.ts';

export const EmailProofView = z.object({
  /** The account's own address, to which the mail was sent. */
  email: z.string(),
  isProved: z.boolean(),
  /** Until when the digits can be typed in this session, and the seconds until another mail can be requested; null if none was needed. */
  code: z.object({ until: wireTime, againInSeconds: z.number().int() }).nullable(),
});
export type EmailProofView = z.infer<typeof EmailProofView>;

/** Proof that an account's user reads its mailbox. The link's token is sent in the body, so that it appears in no log. */
export const emailProofContract = {
  request: endpoint('POST', '/auth/email-proof', 'user', {
    summary: 'Email six digits and a link to the caller, unless the email is verified; a newer email replaces the previous one',
    output: EmailProofView,
    creates: true,
  }),
  confirm: endpoint('POST', '/auth/email-proof/confirm', 'user', {
    summary: 'Verify the email with the six digits that this session asked for; spaces are ignored, five tries',
    body: CodeInput,
    output: empty,
    errors: ['wrong_code', 'code_expired', 'code_tries_over'],
  }),
  openLink: endpoint('POST', '/auth/email-proof/link', 'public', {
    summary: 'Verify an email by its link, on any device, within 24 hours',
    body: ResetPasswordInput.pick({ token: true }),
    output: z.object({ email: z.string() }),
    errors: ['invalid_token'],
  }),
};
