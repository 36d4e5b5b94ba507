import { createHmac } from 'node:crypto';

/** The content of an offline manifest: its head, what is the same for all phones and, per ticket, its id and everything in its row. */
export type OfflineManifestContent = { head: string; live: string; tickets: readonly { id: number; content: string }[] };

/** With 400 tickets, a change sends about six rows, and a version has 528 letters. */
const GROUPS = 64;
/** Two contents of a group have equal digests once in 2⁴⁸ changes. */
const DIGEST_BYTES = 6;

/**
 * Returns the version of a content: keyed digests of its head, of `live`, and of its tickets in groups by id. It is the same in every
 * process and after restarts, and shows a change whenever it was committed (docs/decisions/0084). Without the key, a phone could try names
 * until a digest matches.
 */
export function versionOf(key: Uint8Array, { head, live, tickets }: OfflineManifestContent): string {
  const hashes = Array.from({ length: GROUPS }, (_, group) => createHmac('sha256', key).update(`group ${group}\n`));
  for (const { id, content } of tickets) hashes[groupOf(id)]?.update(`${id} ${content}\n`);
  const first = [`head\n${head}`, `live\n${live}`].map((text) => createHmac('sha256', key).update(text));
  const digests = [...first, ...hashes].map((hash) => hash.digest().subarray(0, DIGEST_BYTES));
  return Buffer.concat(digests).toString('base64url');
}

/** What one version lacks of another; everything if the first is not a result of `versionOf`. */
export function differenceOf(
  since: string,
  version: string,
): { isHeadNew: boolean; isLiveNew: boolean; isTicketNew: (id: number) => boolean } {
  const [before, now] = [digestsIn(since), digestsIn(version)];
  const isNew = (place: number): boolean => before.length !== now.length || before[place] !== now[place];
  return { isHeadNew: isNew(0), isLiveNew: isNew(1), isTicketNew: (id) => isNew(2 + groupOf(id)) };
}

const groupOf = (ticketId: number): number => ticketId % GROUPS;

/** 8 letters of base64url are 6 bytes. */
const digestsIn = (version: string): string[] => version.match(/[\w-]{8}/g) ?? [];
