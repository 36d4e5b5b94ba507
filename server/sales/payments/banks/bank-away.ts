import { CALL_TIMEOUT_MS } from '#shared/constants.ts';
import { AppError } from '#shared/errors.ts';
import { BankError } from './provider.ts';

const RETRY_AFTER_SECONDS = 10;
/** The rest is for our own work and the way to the browser. */
const PATIENCE_MS = 0.8 * CALL_TIMEOUT_MS;

/** Ends when somebody who waits for the bank must be answered, before the browser gives up. One for all that a call asks of the bank. */
export const bankPatience = (): AbortSignal => AbortSignal.timeout(PATIENCE_MS);

/**
 * Turns a bank that refuses or does not answer in time into `bank_unavailable`. What was asked goes on for as long as a call to a bank
 * may last, so the next press finds what came of it.
 */
export function orUnavailable<T>(asked: Promise<T>, patience = bankPatience()): Promise<T> {
  return inTime(asked, patience).catch((error: unknown) => {
    if (!(error instanceof BankError)) throw error;
    throw new AppError('bank_unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS, cause: error });
  });
}

/** Goes on with what we know ourselves when the bank does not tell in time. */
export function orElse<T>(asked: Promise<T>, known: T, patience = bankPatience()): Promise<T> {
  return inTime(asked, patience).catch((error: unknown) => {
    if (!(error instanceof BankError)) throw error;
    return known;
  });
}

/** @throws BankError */
async function inTime<T>(asked: Promise<T>, patience: AbortSignal): Promise<T> {
  const { promise: isOver, reject } = Promise.withResolvers<never>();
  const giveUp = (): void => reject(new BankError('unknown', 'The bank did not answer while somebody waited.'));
  patience.addEventListener('abort', giveUp, { once: true });
  if (patience.aborted) giveUp();
  try {
    return await Promise.race([asked, isOver]);
  } finally {
    patience.removeEventListener('abort', giveUp);
  }
}
