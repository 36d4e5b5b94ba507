import { createHmac } from 'node:crypto';
import { safeEqual } from '#server/platform/config/secrets.ts';
import type { Context, Keys } from '#server/platform/context.ts';
import type { Language } from '#shared/constants.ts';

export const UNSUBSCRIBE_PATH = '/unsubscribe';
export const UNSUBSCRIBE_STYLE = `${UNSUBSCRIBE_PATH}/style`;

const FORMAT = /^([1-9]\d{0,9})\.([\w-]{43})$/;

const signature = ({ unsubscribe }: Pick<Keys, 'unsubscribe'>, userId: string): string =>
  createHmac('sha256', unsubscribe).update(userId).digest('base64url');

/**
 * Returns the unsubscribe link of an account. It is signed and not stored, with a key that outlives a changed secret, so that it works in
 * every mail ever sent. It can only end the subscription.
 */
export function unsubscribeUrl({ env, keys }: Pick<Context, 'env' | 'keys'>, userId: number, language: Language): string {
  const token = `${userId}.${signature(keys, String(userId))}`;
  return `${env.publicUrl}${UNSUBSCRIBE_PATH}/${token}?lang=${language}`;
}

/** Returns the account of an unsubscribe token; undefined if the signature is not ours. */
export function userOfUnsubscribeToken(keys: Keys, token: string): number | undefined {
  const [, userId = '', signed = ''] = FORMAT.exec(token) ?? [];
  if (userId === '') return undefined;
  return safeEqual(signed, signature(keys, userId)) ? Number(userId) : undefined;
}
