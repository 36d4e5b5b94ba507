import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { empty } from '#shared/wire.ts';
import { ResetPasswordInput } from './account.schemas.ts';
import { EmailChangeInput } from './email-change.schemas.ts';

export const emailChangeContract = {
  request: endpoint('POST', '/auth/email-change', 'user', {
    summary: 'Mails a link to the address that the account is to have, and tells the present one; only while that is not proved',
    body: EmailChangeInput,
    output: z.object({ pendingEmail: z.string() }),
    invalidStatus: 422,
    confirmed: 'with a second factor',
    errors: ['email_taken', 'email_proved', 'gifts_wait'],
  }),
  cancel: endpoint('DELETE', '/auth/email-change', 'user', {
    summary: 'Cancels the change: the mailed link no longer works',
    output: empty,
  }),
  stop: endpoint('POST', '/auth/email-change/stop', 'public', {
    summary: "Ends staff's change of a verified address for good, by the link mailed to that address; alerts the Owners",
    body: ResetPasswordInput.pick({ token: true }),
    output: empty,
    errors: ['invalid_token'],
  }),
  openLink: endpoint('POST', '/auth/email-change/link', 'public', {
    summary: 'Gives the account the address that the link was mailed to, which is proved with it; ends its other sessions',
    body: ResetPasswordInput.pick({ token: true }),
    output: z.object({ email: z.string() }),
    errors: ['invalid_token', 'email_taken', 'gifts_wait'],
  }),
};
