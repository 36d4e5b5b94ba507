import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { empty } from '#shared/wire.ts';
import { ResetPasswordInput } from './account.schemas.ts';
import { EmailChangeInput } from './email-change.schemas.ts';

export const emailChangeContract = {
  request: endpoint('POST', '/auth/email-change', 'user', {
    summary: 'Request a new email: send a link to it and notify the current one; only while that is not verified',
    body: EmailChangeInput,
    output: z.object({ pendingEmail: z.string() }),
    invalidStatus: 422,
    confirmed: 'with a second factor',
    errors: ['email_taken', 'email_proved', 'gifts_wait'],
  }),
  cancel: endpoint('DELETE', '/auth/email-change', 'user', {
    summary: 'Cancel the change of email; its link stops working',
    output: empty,
  }),
  stop: endpoint('POST', '/auth/email-change/stop', 'public', {
    summary: 'Stop staff’s change of a verified email for good, by the link sent to that email; alerts the Owners',
    body: ResetPasswordInput.pick({ token: true }),
    output: empty,
    errors: ['invalid_token'],
  }),
  openLink: endpoint('POST', '/auth/email-change/link', 'public', {
    summary: 'Verify the new email by its link; ends the account’s other sessions',
    body: ResetPasswordInput.pick({ token: true }),
    output: z.object({ email: z.string() }),
    errors: ['invalid_token', 'email_taken', 'gifts_wait'],
  }),
};
