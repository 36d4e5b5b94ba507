import { createHmac, randomInt } from 'node:crypto';
import type { KeySet } from '#server/platform/context.ts';

const LENGTH = 6;

export const createDigits = (): string => String(randomInt(10 ** LENGTH)).padStart(LENGTH, '0');

/** `tokenHash`: of the link in the same mail, so that the same digits have another digest in each. */
export const digestOf = ({ emailCode }: Pick<KeySet, 'emailCode'>, tokenHash: string, digits: string): string =>
  createHmac('sha256', emailCode).update(`${tokenHash}.${digits}`).digest('base64url');
