import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { PAYMENT_PROVIDERS } from '#shared/payments/payments.contract.ts';
import { wireTime } from '#shared/wire.ts';

/** Why a mail server refused a mail. */
export const MAIL_REFUSALS = ['unreachable', 'late', 'login', 'encryption', 'sender', 'recipient', 'other'] as const;

/** `files`: no mail server is configured, and the mail is a file. `answer`: the mail server's own words. */
const MailCheckView = z.object({
  state: z.enum(['accepted', 'files', 'refused']),
  to: z.string(),
  reason: z.enum(MAIL_REFUSALS).nullable(),
  answer: z.string().nullable(),
});
export type MailCheckView = z.infer<typeof MailCheckView>;

/** `silent`: the bank did not answer in time or as expected. `endsAt`: when the order expires at the bank. */
const BankCheckView = z.object({
  state: z.enum(['answered', 'refused', 'silent']),
  bank: z.enum(PAYMENT_PROVIDERS),
  endsAt: wireTime.nullable(),
  answer: z.string().nullable(),
});
export type BankCheckView = z.infer<typeof BankCheckView>;

/** What staff test before the first sale: the configured mail server and bank. */
export const staffChecksContract = {
  mail: endpoint('POST', '/staff/checks/mail', 'mails.manage', {
    summary: 'Send the caller a test email; returns the mail server’s answer',
    output: MailCheckView,
  }),
  bank: endpoint('POST', '/staff/checks/bank', 'money.refund', {
    summary: 'Test the bank: open an order of one lari that can’t be paid, and check its status; no sale is recorded',
    output: BankCheckView,
  }),
};
