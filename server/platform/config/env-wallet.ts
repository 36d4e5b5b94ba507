import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** The certificates and keys that sign wallet passes, as PEM text. */
export type AppleWallet = {
  passTypeId: string;
  teamId: string;
  certificate: string;
  key: string;
  passphrase: string | undefined;
  wwdr: string;
};
export type GoogleWallet = { issuerId: string; email: string; privateKey: string };
type WalletSettings = { apple: AppleWallet | undefined; google: GoogleWallet | undefined };

const APPLE = ['APPLE_PASS_TYPE_ID', 'APPLE_TEAM_ID', 'APPLE_PASS_CERT', 'APPLE_PASS_KEY', 'APPLE_WWDR_CERT'] as const;
const GOOGLE = ['GOOGLE_WALLET_ISSUER_ID', 'GOOGLE_WALLET_ACCOUNT'] as const;
type Needed = (typeof APPLE)[number] | (typeof GOOGLE)[number];
type Variables = Partial<Record<Needed | 'APPLE_PASS_KEY_PASSPHRASE', string | undefined>>;

const AccountKey = z.object({ client_email: z.string().min(3), private_key: z.string() });

/** Returns the configured wallets; none by default. @throws one line with the variable and the correction */
export const readWallet = (env: Variables): WalletSettings => ({ apple: readApple(env), google: readGoogle(env) });

function readApple(env: Variables): AppleWallet | undefined {
  if (!isWanted(env, APPLE)) return undefined;
  const passphrase = env.APPLE_PASS_KEY_PASSPHRASE;
  const key = readPem(env, 'APPLE_PASS_KEY', (pem) => createPrivateKey({ key: pem, ...(passphrase !== undefined && { passphrase }) }));
  return {
    passTypeId: env.APPLE_PASS_TYPE_ID ?? '',
    teamId: env.APPLE_TEAM_ID ?? '',
    certificate: readPem(env, 'APPLE_PASS_CERT', (pem) => new X509Certificate(pem)),
    key,
    passphrase,
    wwdr: readPem(env, 'APPLE_WWDR_CERT', (pem) => new X509Certificate(pem)),
  };
}

function readGoogle(env: Variables): GoogleWallet | undefined {
  if (!isWanted(env, GOOGLE)) return undefined;
  try {
    const { client_email: email, private_key: privateKey } = AccountKey.parse(JSON.parse(readFile(env, 'GOOGLE_WALLET_ACCOUNT')));
    createPrivateKey(privateKey);
    return { issuerId: env.GOOGLE_WALLET_ISSUER_ID ?? '', email, privateKey };
  } catch {
    throw new Error("GOOGLE_WALLET_ACCOUNT must name the file of a service account's JSON key.");
  }
}

/** Returns true if all variables are set, false if none is. @throws when only some are */
function isWanted(env: Variables, names: readonly Needed[]): boolean {
  const missing = names.find((name) => env[name] === undefined);
  const given = names.find((name) => env[name] !== undefined);
  if (missing !== undefined && given !== undefined) throw new Error(`${missing} is needed with ${given}.`);
  return missing === undefined;
}

const readFile = (env: Variables, name: Needed): string => readFileSync(env[name] ?? '', 'utf8');

/** No part of a key is ever printed, even if it is malformed. */
function readPem(env: Variables, name: Needed, check: (pem: string) => unknown): string {
  try {
    const pem = readFile(env, name);
    check(pem);
    return pem;
  } catch {
    throw new Error(
      `${name} must name a PEM file that can be read${name === 'APPLE_PASS_KEY' ? ', with APPLE_PASS_KEY_PASSPHRASE if it has one' : ''}.`,
    );
  }
}
