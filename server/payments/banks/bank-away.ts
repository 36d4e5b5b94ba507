import { AppError } from '#shared/errors.ts';
import { BankError } from './provider.ts';

const RETRY_AFTER_SECONDS = 10;

/** Turns a bank that refuses or does not answer into `bank_unavailable`. */
export function orUnavailable<T>(asked: Promise<T>): Promise<T> {
  return asked.catch((error: unknown) => {
    if (!(error instanceof BankError)) throw error;
    throw new AppError('bank_unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS, cause: error });
  });
}

/** Goes on with what we know ourselves when the bank does not tell. */
export function orElse<T>(asked: Promise<T>, known: T): Promise<T> {
  return asked.catch((error: unknown) => {
    if (!(error instanceof BankError)) throw error;
    return known;
  });
}
