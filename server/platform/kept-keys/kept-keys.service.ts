import { firstKeptKey, type KeptKey, keptPurposes } from '#server/platform/config/secrets.ts';
import type { Context, Keys } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db/client.ts';
import { openText, resealText, SealedByAnother, sealText } from '#server/platform/sealing.ts';
import { findKeptKeys, insertKeptKeys, updateKeptKey } from './kept-keys.queries.ts';

const names = Object.keys(keptPurposes).filter((name): name is KeptKey => name in keptPurposes);

/** What a database has of the keys that outlive a secret (docs/decisions/0091). */
export type Kept = {
  /** Opened by one of the secrets. */
  opened: Partial<Record<KeptKey, Uint8Array>>;
  /** Sealed under a secret that is not in the list. */
  unreadable: readonly KeptKey[];
  /** Not stored yet: the first start stores them. */
  missing: readonly KeptKey[];
};

export async function readKeptKeys(db: Db, keys: Keys): Promise<Kept> {
  const stored = new Map((await findKeptKeys(db)).map(({ name, sealedKey }) => [name, sealedKey]));
  const opened = Object.fromEntries(
    names.flatMap((name) => {
      const bytes = openKey(keys, name, stored.get(name) ?? '');
      return bytes === undefined ? [] : [[name, bytes]];
    }),
  );
  return {
    opened,
    unreadable: names.filter((name) => stored.has(name) && !(name in opened)),
    missing: names.filter((name) => !stored.has(name)),
  };
}

/** Stores those that this secret gives, sealed under the present one. A process that starts at the same time may be faster. */
export const storeKeptKeys = (db: Db, keys: Keys, secret: string, missing: readonly KeptKey[]): Promise<void> =>
  insertKeptKeys(
    db,
    missing.map((name) => ({ name, sealedKey: sealFrom(keys, secret, name) })),
  );

/**
 * Gives up the keys that no secret opens: this secret gives others in their place. Codes of tickets from before are refused then. Returns
 * how many.
 */
export async function replaceUnreadable({ db, keys, clock }: Pick<Context, 'db' | 'keys' | 'clock'>, secret: string): Promise<number> {
  const { unreadable, missing } = await readKeptKeys(db, keys);
  const rows = await findKeptKeys(db);
  for (const row of rows) {
    const name = unreadable.find((each) => each === row.name);
    if (name) await updateKeptKey(db, row, { sealedKey: sealFrom(keys, secret, name), resealedAt: clock.now() });
  }
  if (missing.length > 0) await storeKeptKeys(db, keys, secret, missing);
  return unreadable.length + missing.length;
}

const sealFrom = ({ keptKeys }: Keys, secret: string, name: KeptKey): string =>
  sealText(keptKeys, name, firstKeptKey(secret, name).toString('base64url'));

const sealingKeys = (keys: Pick<Keys, 'keptKeys' | 'earlier'>): [Uint8Array, ...Uint8Array[]] => [
  keys.keptKeys,
  ...keys.earlier.map(({ keptKeys }) => keptKeys),
];

function openKey(keys: Keys, name: KeptKey, sealedKey: string): Buffer | undefined {
  try {
    return Buffer.from(openText(sealingKeys(keys), name, sealedKey), 'base64url');
  } catch {
    return undefined;
  }
}

/** Seals the kept keys under the present secret. Returns how many changed and how many no secret opens, and the latest change of all. */
export async function resealKeptKeys({ db, keys, clock }: Pick<Context, 'db' | 'keys' | 'clock'>) {
  const outcome = { resealed: 0, unreadable: 0 };
  for (const row of await findKeptKeys(db)) {
    try {
      const sealedKey = resealText(sealingKeys(keys), row.name, row.sealedKey);
      if (sealedKey === undefined) continue;
      await updateKeptKey(db, row, { sealedKey, resealedAt: clock.now() });
      outcome.resealed += 1;
    } catch (error) {
      if (!(error instanceof SealedByAnother)) throw error;
      outcome.unreadable += 1;
    }
  }
  const times = (await findKeptKeys(db)).flatMap(({ resealedAt }) => resealedAt ?? []);
  return { ...outcome, resealedAt: times.toSorted((one, other) => one.getTime() - other.getTime()).at(-1) };
}
