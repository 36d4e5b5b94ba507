import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { perServer, type Deps } from '#server/platform/context.ts';

/**
 * Sends one message, or rejects, also when `signal` aborts. `name` is the same for every attempt at the same mail. `close` ends open
 * connections; the next mail opens new ones.
 */
type Transport = { send(message: SendMailOptions, name: string, signal: AbortSignal): Promise<unknown>; close(): void };

/** How many mails are sent at once. */
export const MAILS_AT_ONCE = 8;

const CONNECTION_TIMEOUT_MS = 10_000;
const GREETING_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 30_000;
const IDLE_TIMEOUT_MS = 10_000;
/** Mails are data: no part of one may make the library read a file or an address. */
const closedWorld = { disableFileAccess: true, disableUrlAccess: true };

/** The only way to send mail in this process: SMTP when `SMTP_URL` is set, else files in `DATA_DIR/mail`. */
export const mailTransport = perServer<Transport, Pick<Deps, 'env' | 'shared'>>(({ env }) =>
  env.smtpUrl ? smtp(env.smtpUrl, env.requireTls) : files(join(env.dataDir, 'mail')),
);

function smtp(url: string, requireTLS: boolean): Transport {
  const open = () =>
    createTransport({
      ...closedWorld,
      url,
      pool: true,
      // One connection for each mail at once, plus one for an urgent one.
      maxConnections: MAILS_AT_ONCE + 1,
      requireTLS,
      connectionTimeout: CONNECTION_TIMEOUT_MS,
      greetingTimeout: GREETING_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
      idleTimeout: IDLE_TIMEOUT_MS,
      // The job queue retries.
      maxRequeues: 0,
    });
  let pool: ReturnType<typeof open> | undefined;
  return {
    send: (message, _name, signal) => (pool ??= open()).sendMail({ ...message, signal }),
    close() {
      pool?.close();
      pool = undefined;
    },
  };
}

function files(folder: string): Transport {
  const composer = createTransport({ ...closedWorld, streamTransport: true, buffer: true });
  return {
    async send(message, name) {
      const { message: raw } = await composer.sendMail(message);
      if (!Buffer.isBuffer(raw)) throw new Error('The message was not composed.');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const draft = join(folder, `.${name}.${process.pid}`);
      await writeFile(draft, raw, { mode: 0o600, flush: true });
      await rename(draft, join(folder, `${name}.eml`));
    },
    close: () => composer.close(),
  };
}

/**
 * Returns true if the server refused this mail permanently (5xx), so that a retry is useless. Refusals of the sender or the password, and
 * status 5.7 (policy), concern us and not the recipient: they are retried.
 */
export function isRefusedForGood(error: unknown): boolean {
  const { permanent, code, command, response } = smtpErrorOf(error);
  const isAboutMail = command === 'RCPT TO' || code === 'EMESSAGE';
  return permanent === true && isAboutMail && !/^5\d\d[ -]5\.7\./.test(response ?? '');
}

/** Codes of nodemailer: no answer, unknown name, no encryption, refused password. */
const SERVER_FAULTS = new Set([
  'ECONNECTION',
  'ECONNREFUSED',
  'ECONNRESET',
  'ESOCKET',
  'ETIMEDOUT',
  'EDNS',
  'ETLS',
  'EAUTH',
  'ENOAUTH',
  'EOAUTH2',
]);

/** The number of faults of the mail server seen by this process. */
export const metFaults = perServer<{ count: number }, Pick<Deps, 'shared'>>(() => ({ count: 0 }));

/** Returns true if the mail server accepts no mail for any recipient: it is unreachable, or refuses us or our sender. */
export function isServerFault(error: unknown): boolean {
  const { code, command } = smtpErrorOf(error);
  return SERVER_FAULTS.has(code ?? '') || command === 'MAIL FROM';
}

type SmtpError = { permanent?: boolean; code?: string; command?: string; response?: string };

/** nodemailer adds these to the errors it throws; on any other error they are absent. */
export const smtpErrorOf = (error: unknown): SmtpError => (error instanceof Error ? (error as SmtpError) : {});
