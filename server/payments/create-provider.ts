import { contract } from '#shared/api.ts';
import { urlOf } from '#shared/contract.ts';
import type { Env } from '#server/env.ts';
import { FAKE_BANK_CLIENT } from '#server/fake-bank/credentials.ts';
import { createBog } from './bog.ts';
import { BankError, type PaymentProvider } from './provider.ts';

const KEY_TIMEOUT_MS = 10_000;
/** `payment.bog.ge`, and beside it the pages of the bank's sandbox. */
const BOG_HOSTS = '.bog.ge';

const callbackPath = (provider: PaymentProvider['name']): string => urlOf(contract.payments.callback, { provider });

/** The bank of this installation. `origin` is the server's own address, known once it listens; the fake bank lives there. */
export function createProvider(env: Env, origin: () => string): PaymentProvider {
  return env.payments === 'bog' && env.bog ? bankOfGeorgia(env.bog, env.publicUrl) : fakeBank(env.publicUrl, origin);
}

/** Every other bank that is configured: payments begun there, before the switch, are still settled and refunded. */
export function createOtherBanks(env: Env): PaymentProvider[] {
  return env.bog && env.payments !== 'bog' ? [bankOfGeorgia(env.bog, env.publicUrl)] : [];
}

function bankOfGeorgia(bog: NonNullable<Env['bog']>, publicUrl: string): PaymentProvider {
  return createBog({
    name: 'bog',
    tokenUrl: () => bog.tokenUrl,
    apiUrl: () => bog.apiUrl,
    clientId: bog.clientId,
    clientSecret: bog.clientSecret,
    callbackUrl: () => publicUrl + callbackPath('bog'),
    publicKey: async () => bog.publicKey,
    isBankPage: ({ protocol, hostname }) => protocol === 'https:' && hostname.endsWith(BOG_HOSTS),
  });
}

function fakeBank(publicUrl: string, origin: () => string): PaymentProvider {
  const bank = () => `${origin()}/fake-bank`;
  return createBog({
    name: 'fake',
    ...FAKE_BANK_CLIENT,
    tokenUrl: () => `${bank()}/token`,
    apiUrl: () => `${bank()}/payments/v1`,
    callbackUrl: () => origin() + callbackPath('fake'),
    publicKey: () => fetchKey(`${bank()}/public-key`),
    isBankPage: (url) => url.origin === publicUrl || url.origin === origin(),
  });
}

async function fetchKey(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(KEY_TIMEOUT_MS) }).catch((cause: unknown) => {
    throw new BankError('unknown', 'The bank did not answer its key.', { cause });
  });
  if (!response.ok) throw new BankError('unknown', 'The bank did not answer its key.');
  return response.text();
}
