import { createHmac } from 'node:crypto';
import { safeEqual } from '#server/platform/config/secrets.ts';
import type { Keys, KeySet } from '#server/platform/context.ts';

type Reader = { id: number; emailKey: string };

const FORMAT = /^([1-9]\d{0,9})\.([\w-]{43})$/;

const signature = ({ emailStop }: Pick<KeySet, 'emailStop'>, { id, emailKey }: Reader): string =>
  createHmac('sha256', emailStop).update(`${id} ${emailKey}`).digest('base64url');

/**
 * The token of the link that stops a change of a verified address. It is signed and not stored, so that the link in an earlier mail also
 * stops a later change. It can do nothing else.
 */
export const stopToken = (keys: Pick<KeySet, 'emailStop'>, reader: Reader): string => `${reader.id}.${signature(keys, reader)}`;

/** Returns the account that a token names; `isStopToken` checks the signature, which depends on the account's address. */
export function accountOfStopToken(token: string): number | undefined {
  const id = FORMAT.exec(token)?.[1];
  return id === undefined ? undefined : Number(id);
}

export const isStopToken = (keys: Keys, token: string, reader: Reader): boolean =>
  [keys, ...keys.earlier].some((each) => safeEqual(token, stopToken(each, reader)));
