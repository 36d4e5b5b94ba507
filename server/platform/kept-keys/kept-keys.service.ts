import { firstKeptKey, type KeptKey, keptPurposes, withKeptKeys } from '#server/platform/config/secrets.ts';
import type { Context, Keys } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db/client.ts';
import { openText, resealText, SealedByAnother, sealText } from '#server/platform/sealing.ts';
import { findKeptKeys, insertKeptKeys, updateKeptKey } from './kept-keys.queries.ts';

const names = Object.keys(keptPurposes).filter((name): name is KeptKey => name in keptPurposes);

/** `unreadable`: sealed under a secret that is not in the list. */
type Kept = { keys: Keys; unreadable: readonly string[] };

/**
 * Returns the keys of a process: those that outlive a secret come from the database (docs/decisions/0091). The first start stores the ones of
 * its oldest secret. Where they cannot be opened the secret's own are used: codes of tickets that were mailed before are then refused.
 */
export async function loadKeptKeys(db: Db, keys: Keys, secret: string): Promise<Kept> {
  const stored = new Map((await findKeptKeys(db)).map(({ name, sealedKey }) => [name, sealedKey]));
  const missing = names.filter((name) => !stored.has(name));
  if (missing.length > 0) {
    const rows = missing.map((name) => ({
      name,
      sealedKey: sealText(keys.keptKeys, name, firstKeptKey(secret, name).toString('base64url')),
    }));
    await insertKeptKeys(db, rows);
    // A process that starts at the same time may have been faster.
    return loadKeptKeys(db, keys, secret);
  }
  const opened = names.flatMap((name) => {
    const bytes = openKey(keys, name, stored.get(name) ?? '');
    return bytes === undefined ? [] : [[name, bytes] as const];
  });
  const found = new Set<string>(opened.map(([name]) => name));
  return { keys: withKeptKeys(keys, Object.fromEntries(opened)), unreadable: names.filter((name) => !found.has(name)) };
}

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
