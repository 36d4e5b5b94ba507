import type { Context } from '#server/platform/context.ts';
import { BankError, type PaymentProvider } from './provider.ts';

type Banks = Pick<Context, 'payments' | 'otherBanks'>;

const allBanks = ({ payments, otherBanks }: Banks): PaymentProvider[] => [payments, ...otherBanks];

export const bankNames = (banks: Banks): PaymentProvider['name'][] => allBanks(banks).map(({ name }) => name);

export const findBank = (banks: Banks, name: PaymentProvider['name']): PaymentProvider | undefined =>
  allBanks(banks).find((bank) => bank.name === name);

/** The bank that a payment was begun with, whichever takes the new ones by now. @throws BankError unknown, when it is not configured any more */
export function bankOf(banks: Banks, name: PaymentProvider['name']): PaymentProvider {
  const bank = findBank(banks, name);
  if (!bank) throw new BankError('unknown', `The bank "${name}" is not configured any more.`);
  return bank;
}
