import type { ChangesView, OfflineManifestRow, OfflineManifestView } from '#shared/door/offline-manifest.ts';
import { decryptRow, lookupKeyOf } from '#shared/door/encrypted-row.ts';

/** What a phone at the door stores: the offline manifest with the changes it received. */
type PhoneCopy = {
  version: () => string;
  /** Returns the row of a code, decrypted with it; undefined for a code that is not in the copy. */
  read: (code: string) => Promise<Read | undefined>;
  /** Applies changes; returns those of the codes whose row has changed. */
  take: (changes: ChangesView, codes: readonly string[]) => Promise<string[]>;
};
type Read = Omit<OfflineManifestRow, 'key' | 'sealed'> & { guest: Awaited<ReturnType<typeof decryptRow>> };

export function copyOnPhone(offlineManifest: OfflineManifestView): PhoneCopy {
  const rows = new Map(offlineManifest.rows.map((row) => [row.key, row]));
  let { version } = offlineManifest;
  const keys = new Map<string, string>();
  const keyOf = async (code: string): Promise<string> => {
    const key = keys.get(code) ?? (await lookupKeyOf(code));
    keys.set(code, key);
    return key;
  };
  const read = async (code: string): Promise<Read | undefined> => {
    const row = rows.get(await keyOf(code));
    if (!row) return undefined;
    const { key: _key, sealed, ...rest } = row;
    return { ...rest, guest: await decryptRow(code, offlineManifest.event.id, sealed) };
  };
  const readAll = (codes: readonly string[]) => Promise.all(codes.map(async (code) => JSON.stringify(await read(code))));
  return {
    version: () => version,
    read,
    take: async (changes, codes) => {
      if (changes.since !== version) return [];
      // Decrypting a row is slow, and only the sent rows can differ.
      const keysOfCodes = await Promise.all(codes.map(keyOf));
      const sent = codes.filter((_, place) => changes.rows.some(({ key }) => key === keysOfCodes[place]));
      const before = await readAll(sent);
      for (const row of changes.rows) rows.set(row.key, row);
      version = changes.version;
      const after = await readAll(sent);
      return sent.filter((_, place) => before[place] !== after[place]);
    },
  };
}
