import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Keys, KeySet } from '#server/platform/context.ts';
import { createOnce } from '#server/platform/files.ts';

const MINIMUM_LENGTH = 32;
const KEY_BYTES = 32;

/** Returns the root secret: the configured one, or one that the first start generates in the data folder. */
export function loadSecret({ dataDir, secret }: { dataDir: string; secret?: string | undefined }): string {
  if (secret) return secret;
  const file = join(dataDir, 'secret');
  mkdirSync(dataDir, { recursive: true });
  createOnce(file, `${randomBytes(48).toString('base64url')}\n`, 0o600);
  const kept = readFileSync(file, 'utf8').trim();
  if (kept.length < MINIMUM_LENGTH) throw new Error(`The secret in ${file} is damaged: restore the file, or delete it to get a new one.`);
  return kept;
}

/**
 * Derives a key for one purpose, `length` bytes long. Keys of different purposes reveal nothing about each other or the root (HKDF-SHA256).
 */
export function purposeKey(root: string, purpose: string, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', root, '', `rkali:${purpose}`, length));
}

// RFC 8410: the bytes before the 32 bytes of an Ed25519 private key in PKCS #8.
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The Ed25519 key of a seed of 32 bytes. */
export const signingKey = (seed: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' });

/** The public half of a signing key: 32 bytes, base64url. */
export const publicKeyOf = (key: KeyObject): string => createPublicKey(key).export({ format: 'jwk' }).x ?? '';

/** Derives all keys of the product, 32 bytes each, from one secret or a list. */
export function deriveKeys(secret: string): Keys {
  const [first, ...others] = openingSecrets(secret);
  return { ...deriveSet(first), earlier: others.map(deriveSet), formerTicketKeys: [] };
}

/** Derives the keys of a text that is one secret, even with commas in it. */
export const keysOfOne = (secret: string): Keys => ({ ...deriveSet(secret), earlier: [], formerTicketKeys: [] });

/**
 * Splits a list of secrets at its commas: the first signs and seals, all verify and open. If a part is too short for a secret, the text is
 * one secret with commas.
 */
export function splitSecrets(text: string): [string, ...string[]] {
  const [first = '', ...others] = text.split(',').map((part) => part.trim());
  return [first, ...others].every((part) => part.length >= MINIMUM_LENGTH) ? [first, ...others] : [text];
}

/** Returns the secrets that open stored data: those of a list, and its whole text, which was one secret before there were lists. */
export function openingSecrets(text: string): [string, ...string[]] {
  const [first, ...others] = splitSecrets(text);
  return others.length === 0 ? [first] : [first, ...others, text];
}

/**
 * The keys that outlive a change of the secret, so that tickets, searches and links made with them remain valid, with the purpose of each.
 */
export const keptPurposes = {
  ticketCode: 'ticket-code',
  personalNumberIndex: 'personal-number-index',
  demoPasswords: 'demo-passwords',
  unsubscribe: 'unsubscribe',
};

export type KeptKey = keyof typeof keptPurposes;

/**
 * Returns the bytes of a key that a database does not have yet. The ticket key of a new club is random, so that a leaked secret cannot sign
 * tickets; every other key is derived from the secret.
 */
export const firstKeptKey = (secret: string, name: KeptKey, isNewClub: boolean): Buffer =>
  isNewClub && name === 'ticketCode' ? randomBytes(KEY_BYTES) : purposeKey(secret, keptPurposes[name], KEY_BYTES);

type KeptBytes = Readonly<Partial<Record<KeptKey, Uint8Array>>>;

/** Returns the keys, with those stored in a database replacing the derived ones. */
export const withKeptKeys = (keys: Keys, kept: KeptBytes, formerTicketKeys: readonly string[]): Keys => ({
  ...keys,
  formerTicketKeys,
  personalNumberIndex: kept.personalNumberIndex ?? keys.personalNumberIndex,
  demoPasswords: kept.demoPasswords ?? keys.demoPasswords,
  unsubscribe: kept.unsubscribe ?? keys.unsubscribe,
  ...(kept.ticketCode && { ticketCode: signingKey(kept.ticketCode) }),
});

function deriveSet(root: string): KeySet {
  return {
    accessToken: purposeKey(root, 'access-token', KEY_BYTES),
    personalData: purposeKey(root, 'personal-data', KEY_BYTES),
    personalNumberIndex: purposeKey(root, 'personal-number-index', KEY_BYTES),
    ticketCode: signingKey(purposeKey(root, 'ticket-code', KEY_BYTES)),
    demoPasswords: purposeKey(root, 'demo-passwords', KEY_BYTES),
    inputDigest: purposeKey(root, 'input-digest', KEY_BYTES),
    deviceCookie: purposeKey(root, 'device-cookie', KEY_BYTES),
    refreshToken: purposeKey(root, 'refresh-token', KEY_BYTES),
    secondFactor: purposeKey(root, 'second-factor', KEY_BYTES),
    emailCode: purposeKey(root, 'email-code', KEY_BYTES),
    emailStop: purposeKey(root, 'email-stop', KEY_BYTES),
    unsubscribe: purposeKey(root, 'unsubscribe', KEY_BYTES),
    offlineManifestVersion: purposeKey(root, 'pack-version', KEY_BYTES),
    doctor: purposeKey(root, 'doctor', KEY_BYTES),
    keptKeys: purposeKey(root, 'kept-keys', KEY_BYTES),
  };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares two secrets in constant time. */
export const safeEqual = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));
