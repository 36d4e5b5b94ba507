import { and, eq, sql } from 'drizzle-orm';
import { firstKeptKey, type KeptKey, keptPurposes, publicKeyOf, signingKey, withKeptKeys } from '#server/platform/config/secrets.ts';
import type { Context, Keys } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db/client.ts';
import { keptKeys } from '#server/platform/platform.table.ts';
import { openText, resealText, SealedByAnother, sealText } from '#server/platform/sealing.ts';

/** The notification that a key was replaced (server/platform/db/content-changes.ts). */
export const KEYS_CHANGED = 'kept_keys';

const TICKET_KEY = 'ticketCode';
const names = Object.keys(keptPurposes).filter((name): name is KeptKey => name in keptPurposes);

/** The stored keys that outlive a secret (docs/decisions/0091). */
export type Kept = {
  /** Opened by one of the secrets. */
  opened: Partial<Record<KeptKey, Uint8Array>>;
  /** Sealed under a secret that is not in the list. */
  unreadable: readonly KeptKey[];
  /** Not stored yet; the first start stores them. */
  missing: readonly KeptKey[];
  /** Public halves of ticket keys that were replaced, newest first. */
  formerTicketKeys: readonly string[];
};

/** The prefix of the names of former ticket keys, before the time of the replacement. */
const FORMER = 'ticketCode.until.';

export async function readKeptKeys(db: Db, keys: Keys): Promise<Kept> {
  const rows = await findKeptKeys(db);
  const stored = new Map(rows.map(({ name, sealedKey }) => [name, sealedKey]));
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
    formerTicketKeys: rows
      .filter(({ name }) => name.startsWith(FORMER))
      .flatMap(({ name, sealedKey }) => openFormer(keys, name, sealedKey))
      .toReversed(),
  };
}

/** Loads the ticket key if another process replaced it. Of two concurrent readings, the one with more former keys is the later one. */
export async function refreshKeys({ db, keys }: Pick<Context, 'db' | 'keys'>): Promise<void> {
  const { opened, formerTicketKeys } = await readKeptKeys(db, keys);
  if (formerTicketKeys.length > keys.formerTicketKeys.length) Object.assign(keys, withKeptKeys(keys, opened, formerTicketKeys));
}

/** Serializes replacements of the ticket key until the transaction ends. */
export async function lockTicketKey({ db }: Pick<Context, 'db'>): Promise<void> {
  await lockKeptKey(db, TICKET_KEY);
}

/** Replaces the key that signs tickets by a new random one, in the caller's transaction, and notifies all processes when it commits. */
export async function replaceTicketKey({ db, keys, clock }: Pick<Context, 'db' | 'keys' | 'clock'>): Promise<void> {
  const row = await lockKeptKey(db, TICKET_KEY);
  const seed = openKey(keys, TICKET_KEY, row?.sealedKey ?? '');
  if (!row || !seed) throw new Error('the present ticket key cannot be opened: run npm run reseal with every secret in SECRET first.');
  const name = FORMER + clock.now().toISOString();
  await addKeptKey(db, { name, sealedKey: sealText(keys.keptKeys, name, publicKeyOf(signingKey(seed))) });
  const sealedKey = sealFrom(keys, '', TICKET_KEY, true);
  await updateKeptKey(db, row, { sealedKey, resealedAt: row.resealedAt });
  await notifyOfKeys(db);
}

type Missing = Pick<Kept, 'missing'> & { secret: string; isNewClub: boolean };

/** Stores the missing keys, sealed under the present secret. Does nothing for keys that another process has stored first. */
export const storeKeptKeys = (db: Db, keys: Keys, { missing, secret, isNewClub }: Missing): Promise<void> =>
  insertKeptKeys(
    db,
    missing.map((name) => ({ name, sealedKey: sealFrom(keys, secret, name, isNewClub) })),
  );

/**
 * Replaces the keys that no secret opens and adds the missing ones: a random ticket key, the others derived from this secret. Earlier
 * ticket codes are refused afterwards. Returns how many.
 */
export async function replaceUnreadable({ db, keys, clock }: Pick<Context, 'db' | 'keys' | 'clock'>, secret: string): Promise<number> {
  const { unreadable, missing } = await readKeptKeys(db, keys);
  const rows = await findKeptKeys(db);
  for (const row of rows) {
    const name = unreadable.find((each) => each === row.name);
    if (name) await updateKeptKey(db, row, { sealedKey: sealFrom(keys, secret, name, true), resealedAt: clock.now() });
    // The codes that it signed can no longer be verified.
    if (row.name.startsWith(FORMER) && openFormer(keys, row.name, row.sealedKey).length === 0)
      await updateKeptKey(db, row, { sealedKey: sealText(keys.keptKeys, row.name, ''), resealedAt: clock.now() });
  }
  if (missing.length > 0) await storeKeptKeys(db, keys, { missing, secret, isNewClub: true });
  return unreadable.length + missing.length;
}

const sealFrom = ({ keptKeys }: Keys, secret: string, name: KeptKey, isNewClub: boolean): string =>
  sealText(keptKeys, name, firstKeptKey(secret, name, isNewClub).toString('base64url'));

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

function openFormer(keys: Keys, name: string, sealedKey: string): string[] {
  try {
    const key = openText(sealingKeys(keys), name, sealedKey);
    return key === '' ? [] : [key];
  } catch {
    return [];
  }
}

/**
 * Seals the kept keys under the present secret. Returns how many changed and how many no secret opens, and the time of the latest change of
 * all.
 */
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

type KeptKeyRow = typeof keptKeys.$inferSelect;

const findKeptKeys = (db: Db): Promise<KeptKeyRow[]> => db.select().from(keptKeys).orderBy(keptKeys.name);

/** Stores the keys that are not stored yet. */
async function insertKeptKeys(db: Db, rows: readonly Pick<KeptKeyRow, 'name' | 'sealedKey'>[]): Promise<void> {
  await db
    .insert(keptKeys)
    .values([...rows])
    .onConflictDoNothing();
}

/** Stores a key under another secret, unless another process changed it first. */
async function updateKeptKey(db: Db, before: KeptKeyRow, after: Omit<KeptKeyRow, 'name'>): Promise<void> {
  await db
    .update(keptKeys)
    .set(after)
    .where(and(eq(keptKeys.name, before.name), eq(keptKeys.sealedKey, before.sealedKey)));
}

async function lockKeptKey(db: Db, name: string): Promise<KeptKeyRow | undefined> {
  const [row] = await db.select().from(keptKeys).where(eq(keptKeys.name, name)).for('update');
  return row;
}

async function addKeptKey(db: Db, row: Pick<KeptKeyRow, 'name' | 'sealedKey'>): Promise<void> {
  await db.insert(keptKeys).values(row);
}

async function notifyOfKeys(db: Db): Promise<void> {
  await db.execute(sql`select pg_notify('content_changed', ${KEYS_CHANGED})`);
}
