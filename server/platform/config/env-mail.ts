import { z } from 'zod';
import { readMailbox } from './mail-addresses.ts';
import { isLoopbackHost } from './loopback.ts';

const mailbox = (example: string) =>
  z.string().transform((text, { addIssue }) => {
    const found = readMailbox(text);
    if (!found) addIssue(`must be one email address, such as ${example}`);
    return found ?? z.NEVER;
  });

export const mailVariables = {
  MAIL: z.literal('files', 'must be files, or left out').optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/./, 'must begin with smtp:// or smtps://')
    .refine(URL.canParse, 'must be an address such as smtp://user:password@host:587')
    .optional(),
  MAIL_FROM: mailbox('Rkali <tickets@rkali.ge>').prefault('tickets@club.example'),
  // Without a display name, because the address is also shown on the site.
  CONTACT_EMAIL: mailbox('hello@rkali.ge')
    .transform(({ address }) => address)
    .prefault('hello@club.example'),
};
const Variables = z.object(mailVariables);
type Variables = z.infer<typeof Variables>;

/** Returns how mails are sent. @throws one line with the variable and the correction */
export function readMail({ MAIL, SMTP_URL, MAIL_FROM }: Variables, isProduction: boolean) {
  if (MAIL && SMTP_URL) throw new Error('MAIL=files and SMTP_URL exclude each other: leave one of them out.');
  if (isProduction && !MAIL && !SMTP_URL) {
    throw new Error('SMTP_URL must be set in production, or MAIL=files to write emails to DATA_DIR/mail without sending them.');
  }
  return { smtpUrl: SMTP_URL, requireTls: SMTP_URL !== undefined && needsTls(SMTP_URL, isProduction), mailFrom: MAIL_FROM };
}

const SUBMISSION_PORT = '587';

/**
 * Without it STARTTLS is used only if the server offers it: an attacker in between could remove the offer and read passwords and reset
 * links.
 */
function needsTls(smtpUrl: string, isProduction: boolean): boolean {
  const { port, username, hostname } = new URL(smtpUrl);
  return port === SUBMISSION_PORT || (isProduction && (username !== '' || !isLoopbackHost(hostname)));
}
