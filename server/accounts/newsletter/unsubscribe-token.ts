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
 * The link out of the newsletter of one account. It is signed and not stored, with a key that outlives a changed secret: so it works in every mail that was ever sent. All it can do is
 * to take the consent back.
 */
export function unsubscribeUrl({ env, keys }: Pick<Context, 'env' | 'keys'>, userId: number, language: Language): string {
  const token = `${userId}.${signature(keys, String(userId))}`;
  return `${env.publicUrl}${UNSUBSCRIBE_PATH}/${token}?lang=${language}`;
}

/** Returns whose link it is; undefined when we did not sign it. */
export function userOfUnsubscribeToken(keys: Keys, token: string): number | undefined {
  const [, userId = '', signed = ''] = FORMAT.exec(token) ?? [];
  if (userId === '') return undefined;
  return safeEqual(signed, signature(keys, userId)) ? Number(userId) : undefined;
}
