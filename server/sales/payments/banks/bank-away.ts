import type { Context } from '#server/platform/context.ts';
import { CALL_TIMEOUT_MS } from '#shared/constants.ts';
import { AppError } from '#shared/errors.ts';
import { BankError, type PaymentProvider } from './provider.ts';

const RETRY_AFTER_SECONDS = 10;
/** The rest of the browser's timeout is for our own work and the network. */
const TIMEOUT_MS = 0.8 * CALL_TIMEOUT_MS;

/** Aborts in time to answer a waiting guest before the browser gives up. One signal for all bank calls of one request. */
export const bankTimeout = (): AbortSignal => AbortSignal.timeout(TIMEOUT_MS);

/** Turns a bank's refusal or timeout into `bank_unavailable`. The bank call itself continues, so that the next attempt finds its result. */
export function orUnavailable<T>(call: Promise<T>, timeout = bankTimeout()): Promise<T> {
  return inTime(call, timeout).catch((error: unknown) => {
    if (!(error instanceof BankError)) throw error;
    throw new AppError('bank_unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS, cause: error });
  });
}

/** Returns `known` when the bank does not answer in time. */
export function orElse<T>(call: Promise<T>, known: T, timeout = bankTimeout()): Promise<T> {
  return inTime(call, timeout).catch((error: unknown) => {
    if (!(error instanceof BankError)) throw error;
    return known;
  });
}

/** @throws BankError */
async function inTime<T>(call: Promise<T>, timeout: AbortSignal): Promise<T> {
  const { promise: isOver, reject } = Promise.withResolvers<never>();
  const giveUp = (): void => reject(new BankError('unknown', 'The bank did not answer while somebody waited.'));
  timeout.addEventListener('abort', giveUp, { once: true });
  if (timeout.aborted) giveUp();
  try {
    return await Promise.race([call, isOver]);
  } finally {
    timeout.removeEventListener('abort', giveUp);
  }
}

type Banks = Pick<Context, 'payments' | 'otherBanks'>;

const allBanks = ({ payments, otherBanks }: Banks): PaymentProvider[] => [payments, ...otherBanks];

export const bankNames = (banks: Banks): PaymentProvider['name'][] => allBanks(banks).map(({ name }) => name);

export const findBank = (banks: Banks, name: PaymentProvider['name']): PaymentProvider | undefined =>
  allBanks(banks).find((bank) => bank.name === name);

/**
 * Returns the bank of a payment, also when another one takes new payments now. @throws BankError unknown, when it is no longer configured
 */
export function bankOf(banks: Banks, name: PaymentProvider['name']): PaymentProvider {
  const bank = findBank(banks, name);
  if (!bank) throw new BankError('unknown', `The bank "${name}" is not configured any more.`);
  return bank;
}
