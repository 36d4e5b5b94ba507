import { createPublicKey } from 'node:crypto';
import { z } from 'zod';
import { isLoopbackHost } from './loopback.ts';

/** The bank for new payments. `fake` moves no money. */
const BANKS = ['fake', 'bog', 'tbc'] as const;

const splitList = (list: string): string[] => list.split(',').map((item) => item.trim());
const isHost = (host: string): boolean =>
  URL.canParse(`https://${host.replace(/^\./, '')}/`) && /^\.?[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host);
const isWebUrl = (text: string): boolean => URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);

const oneLine = z.string().regex(/^\S+$/, 'must be one word without spaces').optional();
const apiUrl = z
  .string()
  .refine(isWebUrl, 'must be an address that begins with http:// or https://')
  .transform((url) => url.replace(/\/+$/, ''));
/** Hosts of pages to which guests may be sent; a leading dot matches all subdomains. */
const hosts = z
  .string()
  .transform(splitList)
  .refine((list) => list.every(isHost), 'must be host names with commas between, such as payment.bog.ge,.bog.ge');
/** Public keys are often written on one line, with \n for line breaks. */
const publicKey = z
  .string()
  .transform((pem) => pem.replaceAll('\\n', '\n'))
  .refine(isRsaKey, 'must be a public RSA key in PEM form')
  .optional();

export const bankVariables = {
  PAYMENTS: z.enum(BANKS, 'must be fake, bog or tbc').optional(),
  BOG_CLIENT_ID: oneLine,
  BOG_CLIENT_SECRET: oneLine,
  BOG_PUBLIC_KEY: publicKey,
  BOG_TOKEN_URL: apiUrl.default('https://oauth2.bog.ge/auth/realms/bog/protocol/openid-connect/token'),
  BOG_API_URL: apiUrl.default('https://api.bog.ge/payments/v1'),
  BOG_METHODS: z
    .string()
    .transform(splitList)
    .refine((list) => list.every((item) => /^[a-z_]+$/.test(item)), 'must be words with commas between, such as card,apple_pay')
    .default(['card', 'google_pay', 'apple_pay']),
  BOG_PAGE_HOSTS: hosts.default(['payment.bog.ge']),
  TBC_API_KEY: oneLine,
  TBC_CLIENT_ID: oneLine,
  TBC_CLIENT_SECRET: oneLine,
  TBC_API_URL: apiUrl.default('https://api.tbcbank.ge'),
  TBC_METHODS: z
    .string()
    .transform(splitList)
    .refine((list) => list.every((item) => /^\d{1,3}$/.test(item)), 'must be numbers with commas between, such as 5,9,14')
    .transform((list) => list.map(Number))
    .default([5]),
  TBC_PAGE_HOSTS: hosts.default(['.tbcbank.ge', '.tbcpayments.ge']),
};
const Variables = z.object(bankVariables);
type Variables = z.infer<typeof Variables>;

export type BogSettings = NonNullable<ReturnType<typeof readBog>>;
export type TbcSettings = NonNullable<ReturnType<typeof readTbc>>;
type Place = { isProduction: boolean; publicUrl: string; isDefaultUrl: boolean };

/**
 * Returns the bank for new payments and all other configured banks; one that was in use before is still needed for its payments. @throws
 * one line with the variable and the correction
 */
export function readBanks(env: Variables, place: Place) {
  const payments = env.PAYMENTS ?? 'fake';
  if (!env.PAYMENTS && place.isProduction) {
    throw new Error('PAYMENTS must be set in production: bog or tbc, or fake for a rehearsal without money.');
  }
  if (payments === 'fake' && place.isProduction && !isLoopbackHost(new URL(place.publicUrl).hostname)) {
    throw new Error(
      'PAYMENTS=fake gives tickets away and is refused in production unless PUBLIC_URL is an address of this machine: rehearse with the sandbox of the bank.',
    );
  }
  // The default address is this machine: behind a web server the fake bank would give tickets away.
  if (payments === 'fake' && place.isProduction && place.isDefaultUrl)
    throw new Error(`PUBLIC_URL must be set in production with PAYMENTS=fake: for a rehearsal PUBLIC_URL=${place.publicUrl}`);
  const banks = { bog: readBog(env), tbc: readTbc(env) };
  if (payments !== 'fake' && place.isProduction && !place.publicUrl.startsWith('https://')) {
    throw new Error(`PUBLIC_URL must begin with https:// with PAYMENTS=${payments}: the bank calls back there.`);
  }
  for (const name of ['BOG_TOKEN_URL', 'BOG_API_URL', 'TBC_API_URL'] as const) {
    if (place.isProduction && !env[name].startsWith('https://')) throw new Error(`${name} must begin with https:// in production.`);
  }
  return { payments, ...banks };
}

function readBog(env: Variables) {
  const { PAYMENTS, BOG_CLIENT_ID, BOG_CLIENT_SECRET, BOG_PUBLIC_KEY } = env;
  const whole = wholeOrNone({ BOG_CLIENT_ID, BOG_CLIENT_SECRET, BOG_PUBLIC_KEY }, PAYMENTS === 'bog' ? 'PAYMENTS=bog' : undefined);
  if (!whole) return undefined;
  return {
    clientId: whole.BOG_CLIENT_ID,
    clientSecret: whole.BOG_CLIENT_SECRET,
    publicKey: whole.BOG_PUBLIC_KEY,
    tokenUrl: env.BOG_TOKEN_URL,
    apiUrl: env.BOG_API_URL,
    methods: env.BOG_METHODS,
    pageHosts: env.BOG_PAGE_HOSTS,
  };
}

function readTbc(env: Variables) {
  const { PAYMENTS, TBC_API_KEY, TBC_CLIENT_ID, TBC_CLIENT_SECRET } = env;
  const whole = wholeOrNone({ TBC_API_KEY, TBC_CLIENT_ID, TBC_CLIENT_SECRET }, PAYMENTS === 'tbc' ? 'PAYMENTS=tbc' : undefined);
  if (!whole) return undefined;
  return {
    apiKey: whole.TBC_API_KEY,
    clientId: whole.TBC_CLIENT_ID,
    clientSecret: whole.TBC_CLIENT_SECRET,
    apiUrl: env.TBC_API_URL,
    methods: env.TBC_METHODS,
    pageHosts: env.TBC_PAGE_HOSTS,
  };
}

/** Refuses a bank for which only some variables are set. */
function wholeOrNone<K extends string>(given: Record<K, string | undefined>, wanted: string | undefined): Record<K, string> | undefined {
  const entries = Object.entries<string | undefined>(given);
  const cause = wanted ?? entries.find(([, value]) => value !== undefined)?.[0];
  if (cause === undefined) return undefined;
  const missing = entries.find(([, value]) => value === undefined)?.[0];
  if (missing) throw new Error(`${missing} is needed with ${cause}.`);
  return isWhole(given) ? given : undefined;
}

const isWhole = <K extends string>(given: Record<K, string | undefined>): given is Record<K, string> =>
  Object.values(given).every((value) => value !== undefined);

function isRsaKey(pem: string): boolean {
  try {
    const key = createPublicKey(pem);
    return key.type === 'public' && key.asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}
