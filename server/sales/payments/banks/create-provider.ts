import type { BogSettings, TbcSettings } from '#server/platform/config/env-banks.ts';
import type { Env } from '#server/platform/config/env.ts';
import { loadSecret, purposeKey, splitSecrets } from '#server/platform/config/secrets.ts';
import { contract } from '#shared/api.ts';
import { urlOf } from '#shared/contract.ts';
import { createBog } from './bog.ts';
import { BankError, type PaymentProvider } from './provider.ts';
import { createTbc } from './tbc.ts';

const KEY_TIMEOUT_MS = 10_000;

const callbackPath = (provider: PaymentProvider['name']): string => urlOf(contract.payments.callback, { provider });

/**
 * Returns the bank that takes new payments. `origin`: this server's address, known once it listens, for the fake bank. `hardStop` aborts
 * calls.
 */
export function createProvider(env: Env, origin: () => string, hardStop?: AbortSignal): PaymentProvider {
  return createRealBanks(env, hardStop).find(({ name }) => name === env.payments) ?? fakeBank(env, origin, hardStop);
}

/** Returns every other configured bank, whose earlier payments are still synced and refunded. */
export const createOtherBanks = (env: Env, hardStop?: AbortSignal): PaymentProvider[] =>
  createRealBanks(env, hardStop).filter(({ name }) => name !== env.payments);

type Common = { publicUrl: string; hardStop: AbortSignal | undefined };

const createRealBanks = ({ bog, tbc, publicUrl }: Env, hardStop: AbortSignal | undefined): PaymentProvider[] => [
  ...(bog ? [bankOfGeorgia(bog, { publicUrl, hardStop })] : []),
  ...(tbc ? [tbcBank(tbc, { publicUrl, hardStop })] : []),
];

function bankOfGeorgia({ pageHosts, ...bog }: BogSettings, { publicUrl, hardStop }: Common): PaymentProvider {
  return createBog({ ...bog, hardStop, name: 'bog', callbackUrl: publicUrl + callbackPath('bog'), pages: pageHosts });
}

function tbcBank({ pageHosts, ...tbc }: TbcSettings, { publicUrl, hardStop }: Common): PaymentProvider {
  return createTbc({ ...tbc, hardStop, callbackUrl: publicUrl + callbackPath('tbc'), pages: pageHosts });
}

function fakeBank(env: Env, origin: () => string, hardStop: AbortSignal | undefined): PaymentProvider {
  return createBog({
    name: 'fake',
    ...fakeBankClient(env),
    hardStop,
    get tokenUrl() {
      return `${origin()}/fake-bank/token`;
    },
    get apiUrl() {
      return `${origin()}/fake-bank/payments/v1`;
    },
    get callbackUrl() {
      return origin() + callbackPath('fake');
    },
    publicKey: () => fetchKey(`${origin()}/fake-bank/public-key`),
    pages: (url) => url.origin === env.publicUrl || url.origin === origin(),
  });
}

async function fetchKey(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(KEY_TIMEOUT_MS) }).catch((cause: unknown) => {
    throw new BankError('unknown', 'The bank did not answer its key.', { cause });
  });
  if (!response.ok) throw new BankError('unknown', 'The bank did not answer its key.');
  return response.text();
}

const LENGTH = 24;

/** The credentials of the fake bank, unique to this installation, so that no one else opens orders there. */
export function fakeBankClient(env: Pick<Env, 'dataDir' | 'secret'>): { clientId: string; clientSecret: string } {
  return { clientId: 'club', clientSecret: purposeKey(splitSecrets(loadSecret(env))[0], 'fake-bank', LENGTH).toString('base64url') };
}
