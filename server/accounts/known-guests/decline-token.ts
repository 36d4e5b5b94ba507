import { createHmac } from 'node:crypto';
import { safeEqual } from '#server/platform/config/secrets.ts';
import type { Context, KeySet } from '#server/platform/context.ts';
import type { Language } from '#shared/constants.ts';

export const DECLINE_PATH = '/decline-invitation';

const FORMAT = /^([1-9]\d{0,9})\.([\w-]{43})$/;

const signature = ({ unsubscribe }: Pick<KeySet, 'unsubscribe'>, id: string): string =>
  createHmac('sha256', unsubscribe).update(`known guest ${id}`).digest('base64url');

/**
 * Returns the link with which the reader of an invitation is forgotten. It is signed and not stored, apart from the token of the
 * invitation: mail programs open it, and it can do nothing else.
 */
export function declineUrl({ env, keys }: Pick<Context, 'env' | 'keys'>, id: number, language: Language): string {
  return `${env.publicUrl}${DECLINE_PATH}/${id}.${signature(keys, String(id))}?lang=${language}`;
}

/** Returns the imported guest of a token; undefined if the signature is not ours. */
export function guestOfDeclineToken(keys: Pick<KeySet, 'unsubscribe'>, token: string): number | undefined {
  const [, id = '', signed = ''] = FORMAT.exec(token) ?? [];
  return id !== '' && safeEqual(signed, signature(keys, id)) ? Number(id) : undefined;
}
