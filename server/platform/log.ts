import { dirname, isAbsolute } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DrizzleQueryError } from 'drizzle-orm';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Env } from '#server/platform/config/env.ts';
import { nearestOf, userName } from '#server/platform/machine-users.ts';

type LoggedError = { type: string; message: string; code?: string; stack?: string; cause?: LoggedError };

/** The database library appends this and the values of a failed statement to its message; they are personal and may be any text. */
const VALUES = '\nparams: ';
const withoutValues = (text: string): string => text.split(VALUES, 1)[0] ?? '';

/** Returns the stack without the values. They are found by the message, because a value may look like a line of a stack. */
const stackOf = ({ stack = '', message }: Error): string => withoutValues(stack.replace(message, () => withoutValues(message)));

/** Returns the parts of an error that may be logged: type, code, message and stack; no values, no request, no row. */
export function serializeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error' };
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  const cause = error.cause === undefined ? {} : { cause: serializeError(error.cause) };
  const stack = error.stack ? { stack: stackOf(error) } : {};
  return { type: error.name, message: withoutValues(error.message), ...code, ...stack, ...cause };
}

/** Returns why something failed, without the values of a failed statement. */
export const failureText = (error: unknown): string => withoutValues(error instanceof Error ? error.message : String(error));

/** Returns the error without values, for a library that logs and stores it. */
export function withoutValuesIn(error: unknown): Error {
  const safe = new Error(failureText(error));
  if (error instanceof Error) safe.stack = stackOf(error);
  return safe;
}

/** The process's log: structured lines without personal data, to the standard output by default. */
export const openLog = ({ logLevel }: Pick<Env, 'logLevel'>, to: DestinationStream = openOutput().to): Logger =>
  pino({ level: logLevel, serializers: { err: serializeError } }, to);

const WAITING_MAX_BYTES = 4_000_000;
const LAST_LINES_MS = 2_000;

type Output = { to: DestinationStream; flush(): Promise<boolean> };

/**
 * Writes to the standard output asynchronously, so that a stalled reader cannot delay visitors. The buffer is limited. `flush` returns
 * false if the reader does not take the rest within two seconds.
 */
export function openOutput(fd = 1): Output {
  const to = pino.destination({ dest: fd, sync: false, minLength: 1, maxLength: WAITING_MAX_BYTES });
  const flushed = () => new Promise<boolean>((resolve) => to.flush(() => resolve(true)));
  return { to, flush: () => Promise.race([flushed(), sleep(LAST_LINES_MS, false)]) };
}

/** Returns why a start failed, in one line for the operator, with the correction if it is known. The reason of a statement is its cause. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof DrizzleQueryError && error.cause) return reasonOf(error.cause);
  const code = 'code' in error ? String(error.code) : '';
  const known = sentences[code];
  const text = known ? known(error) : error.message || code;
  return text.split('\n')[0] ?? text;
}

const field = (error: Error, name: string): string => (name in error ? String(Reflect.get(error, name)) : '');

const sentences: Record<string, (error: Error) => string> = {
  EADDRINUSE: (error) => `PORT ${field(error, 'port')} is already in use: stop the other program or set PORT.`,
  EADDRNOTAVAIL: (error) => `HOST ${field(error, 'address')} is not an address of this machine: set HOST.`,
  ENOTFOUND: (error) => `the host ${field(error, 'hostname')} is unknown: check HOST or DATABASE_URL.`,
  EACCES: (error) =>
    field(error, 'syscall') === 'listen'
      ? `PORT ${field(error, 'port')} needs more rights: set PORT above 1023.`
      : noRightTo(field(error, 'path')),
  EPERM: (error) => noRightTo(field(error, 'path')),
  EROFS: (error) => `${field(error, 'path')} is read-only: set DATA_DIR to a folder that can be written.`,
  ENOTDIR: (error) => `${field(error, 'path')} is not a folder: set DATA_DIR to a folder that can be written.`,
  EEXIST: (error) => `${field(error, 'path')} is not a folder: set DATA_DIR to a folder that can be written.`,
  ENOSPC: () => 'the disk is full.',
  ECONNREFUSED: (error) => `no PostgreSQL answers at ${field(error, 'address')}:${field(error, 'port')}: check DATABASE_URL.`,
  ETIMEDOUT: () => 'the database does not answer: check DATABASE_URL.',
  '53100': () => 'the disk is full.',
  '28P01': () => 'the database refused the password: check DATABASE_URL.',
  '28000': () => 'the database refused this user: check DATABASE_URL.',
  '3D000': (error) => `the ${error.message}: create it, or check DATABASE_URL.`,
};

/** Suggests to give another user's folder to the right one, but not a system folder, which belongs to root. */
function noRightTo(path: string): string {
  const me = process.getuid?.() ?? 0;
  const { path: folder, uid } = nearestOf(isAbsolute(path) ? dirname(path) : path);
  const isSystem = folder.split('/').length <= 2;
  if (uid === me || isSystem) return `no right to use ${path}: set DATA_DIR to a folder that can be written.`;
  const give = `give the folder to ${userName(me)} as root: chown -R ${userName(me)}: ${folder}`;
  const advice = uid === 0 ? give : `run this as ${userName(uid)}, or ${give}`;
  return `no right to use ${path}: ${folder} belongs to ${userName(uid)}, and this runs as ${userName(me)}: ${advice}`;
}
