import { pino, type DestinationStream, type Logger } from 'pino';
import type { Env } from '#server/platform/config/env.ts';

type LoggedError = { type: string; message: string; code?: string; stack?: string; cause?: LoggedError };

/** A failed statement contains its values, which are personal: the log keeps the text and drops the values. */
const withoutValues = (text: string): string => text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/, '');

/** The parts of an error that may be logged: type, code, message and stack; no values, no request, no row. */
export function serializeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error' };
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  const cause = error.cause === undefined ? {} : { cause: serializeError(error.cause) };
  const stack = error.stack ? { stack: withoutValues(error.stack) } : {};
  return { type: error.name, message: withoutValues(error.message), ...code, ...stack, ...cause };
}

/** The process's log: structured lines without personal data, to the standard output by default. */
export const openLog = ({ logLevel }: Pick<Env, 'logLevel'>, to: DestinationStream = openOutput()): Logger =>
  pino({ level: logLevel, serializers: { err: serializeError } }, to);

const WAITING_MAX_BYTES = 4_000_000;

/** Writes to the standard output asynchronously: a stalled reader must not delay visitors. The buffer is limited. */
export function openOutput(fd = 1): DestinationStream {
  const output = pino.destination({ dest: fd, sync: false, maxLength: WAITING_MAX_BYTES });
  process.on('exit', () => output.flushSync());
  return output;
}
