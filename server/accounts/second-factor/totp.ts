import { Secret, TOTP } from 'otpauth';
import type { Keys } from '#server/platform/context.ts';
import { openText, resealText, sealText } from '#server/platform/sealing.ts';

/** The parameters that every authenticator app supports (RFC 6238). */
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const STEP_MS = PARAMETERS.period * 1000;
/** The phone's clock may be a step ahead or behind. */
const STEPS_APART = 1;
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;
const SIX_DIGITS = /^\d{6}$/;

export const createSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** Returns the URI for the QR code that an authenticator app reads. */
export const totpUri = ({ secret, issuer, account }: { secret: string; issuer: string; account: string }): string =>
  new TOTP({ ...PARAMETERS, secret, issuer, label: account }).toString();

/** Returns the 30-second step of a code, with one step of clock skew either way; undefined for a wrong code. */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const delta = TOTP.validate({ ...PARAMETERS, secret: Secret.fromBase32(secret), token: code, timestamp, window: STEPS_APART });
  return delta === null ? undefined : Math.floor(timestamp / STEP_MS) + delta;
}

/** Returns the six digits of a typed code, without spaces and dashes; undefined for anything else. */
export function digitsOf(typed: string): string | undefined {
  const digits = typed.replaceAll(/[\s\p{Pd}]/gu, '');
  return SIX_DIGITS.test(digits) ? digits : undefined;
}

/** The label binds a sealed secret to its account: it does not open for another one. */
const labelOf = (userId: number): string => `totp:${userId}`;

export const sealSecret = ({ secondFactor }: Pick<Keys, 'secondFactor'>, userId: number, secret: string): string =>
  sealText(secondFactor, labelOf(userId), secret);

type Openers = Pick<Keys, 'secondFactor' | 'earlier'>;

export const openSecret = (keys: Openers, userId: number, sealed: string): string => openText(sealingKeys(keys), labelOf(userId), sealed);

/** Seals a secret again with the present key; undefined when it already is. @throws when no key fits */
export const resealSecret = (keys: Openers, userId: number, sealed: string): string | undefined =>
  resealText(sealingKeys(keys), labelOf(userId), sealed);

const sealingKeys = ({ secondFactor, earlier }: Openers): [Uint8Array, ...Uint8Array[]] => [
  secondFactor,
  ...earlier.map((keys) => keys.secondFactor),
];
