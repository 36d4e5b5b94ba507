import { createHmac } from 'node:crypto';
import type { Keys } from '#server/platform/context.ts';
import { sealPersonal } from './personal-data.ts';

/** HMAC-SHA256 of a personal number: the same number gives the same text, and without the key nobody can try numbers out. */
export const digestNumber = ({ personalNumberIndex }: Keys, personalNumber: string): string =>
  createHmac('sha256', personalNumberIndex).update(personalNumber).digest('base64url');

/** The two columns of a personal number: sealed to be read, digested to be found (docs/decisions/0025). */
export const sealNumber = (keys: Keys, personalNumber: string) => ({
  sealedPersonalNumber: sealPersonal(keys.personalData, 'personalNumber', personalNumber),
  personalNumberDigest: digestNumber(keys, personalNumber),
});
