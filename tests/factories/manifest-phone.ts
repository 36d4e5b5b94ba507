import { fromBase64url } from '#shared/base64url.ts';
import type { OfflineManifestView } from '#shared/door/offline-manifest.ts';
import type { Phone } from '#shared/door/phone-decision.ts';
import { findVerifier } from '#shared/door/ticket-code.ts';

/** Creates a phone that has an offline manifest and nothing else. */
export async function phoneWith(offlineManifest: OfflineManifestView): Promise<Phone> {
  const rows = new Map(offlineManifest.rows.map((row) => [row.key, { ...row, usedAt: row.usedAt === null ? null : new Date(row.usedAt) }]));
  const publicKey = fromBase64url(offlineManifest.publicKey);
  const verify = await findVerifier();
  if (!publicKey || !verify) throw new Error('The phone cannot verify codes.');
  const formerKeys = (offlineManifest.formerKeys ?? []).flatMap((key) => fromBase64url(key) ?? []);
  return {
    ...offlineManifest,
    heardAt: new Date(offlineManifest.serverTime),
    publicKey,
    formerKeys,
    verify,
    findTicket: async (key) => rows.get(key),
  };
}
