import { fromBase64url } from '#shared/base64url.ts';
import type { PackView } from '#shared/door/pack.ts';
import type { Phone } from '#shared/door/phone-decision.ts';
import { findVerifier } from '#shared/door/ticket-code.ts';

/** Creates a phone that has a pack and nothing else. */
export async function phoneWith(pack: PackView): Promise<Phone> {
  const rows = new Map(pack.rows.map((row) => [row.key, { ...row, usedAt: row.usedAt === null ? null : new Date(row.usedAt) }]));
  const publicKey = fromBase64url(pack.publicKey);
  const verify = await findVerifier();
  if (!publicKey || !verify) throw new Error('The phone cannot verify codes.');
  const formerKeys = (pack.formerKeys ?? []).flatMap((key) => fromBase64url(key) ?? []);
  return { ...pack, heardAt: new Date(pack.serverTime), publicKey, formerKeys, verify, findTicket: async (key) => rows.get(key) };
}
