import {
  deriveKeys,
  keysOfOne,
  openingSecrets,
  publicKeyOf,
  signingKey,
  splitSecrets,
  withKeptKeys,
} from '#server/platform/config/secrets.ts';
import type { Keys } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db/client.ts';
import { type Kept, readKeptKeys, storeKeptKeys } from '#server/platform/kept-keys.ts';
import { openPersonal } from './personal-data.ts';
import { findSealedFactors, findSealedUsers } from './reseal.queries.ts';
import { openSecret } from './second-factor/totp.ts';

/** How many accounts and second factors are checked, oldest first: a secret that opens none of them belongs to another site. */
const SAMPLE = 50;

type Row = (keys: Keys) => string;

/**
 * Returns the keys of a process. Those that outlive a secret come from the database (docs/decisions/0091), where the first start stores
 * them. `isForeign`: the database was sealed under a secret that is not in the list; then nothing is stored, and the keys do not fit it.
 */
export async function openKeys(db: Db, secret: string): Promise<{ keys: Keys; isForeign: boolean }> {
  const keys = deriveKeys(secret);
  const { missing, unreadable } = await readKeptKeys(db, keys);
  if (unreadable.length === 0 && missing.length > 0) {
    const rows = await sampleRows(db);
    const first = firstSecret(secret, rows);
    if (first === undefined) return { keys, isForeign: true };
    // A club without accounts has sold no tickets.
    await storeKeptKeys(db, keys, { missing, secret: first, isNewClub: rows.length === 0 });
  }
  const kept = await readKeptKeys(db, keys);
  return { keys: withKeptKeys(keys, kept.opened, kept.formerTicketKeys), isForeign: kept.unreadable.length > 0 };
}

/**
 * What a secret opens of the sample. `isWholeNeeded`: something opens only with the whole value, commas included, from before there were
 * lists. `isTicketKeyDerived`: the secret can sign tickets, because the club is older than random ticket keys (docs/decisions/0075).
 */
type Examined = { isForeign: boolean; sealed: number; unreadable: number; isWholeNeeded: boolean; isTicketKeyDerived: boolean };

/** Checks a secret without changing anything. */
export async function examineSecret(db: Db, secret: string): Promise<Examined> {
  const keys = deriveKeys(secret);
  const [kept, rows] = [await readKeptKeys(db, keys), await sampleRows(db)];
  const readable = rows.filter((row) => opens(row, keys));
  const listed = splitSecrets(secret).map(keysOfOne);
  const names = Object.keys(kept.opened).length;
  return {
    isForeign: isForeignTo(kept, rows.length, readable.length),
    sealed: rows.length + names + kept.unreadable.length,
    unreadable: rows.length - readable.length + kept.unreadable.length,
    isWholeNeeded: readable.some((row) => !listed.some((each) => opens(row, each))),
    isTicketKeyDerived: isDerived(kept, secret),
  };
}

function isDerived({ opened: { ticketCode } }: Kept, secret: string): boolean {
  if (!ticketCode) return false;
  const inUse = publicKeyOf(signingKey(ticketCode));
  return openingSecrets(secret).some((each) => publicKeyOf(keysOfOne(each).ticketCode) === inUse);
}

const isForeignTo = ({ unreadable, missing }: Kept, sealed: number, readable: number): boolean =>
  unreadable.length > 0 || (missing.length > 0 && sealed > 0 && readable === 0);

/** Returns the oldest secret of the list that opens anything; undefined when none does although something is sealed. */
function firstSecret(secret: string, rows: readonly Row[]): string | undefined {
  if (rows.length === 0) return splitSecrets(secret).at(-1);
  return openingSecrets(secret).findLast((each) => rows.some((row) => opens(row, keysOfOne(each))));
}

async function sampleRows(db: Db): Promise<Row[]> {
  const users = await findSealedUsers(db, 0, SAMPLE);
  const factors = await findSealedFactors(db, 0, SAMPLE);
  return [
    ...users.map(
      ({ sealedPersonalNumber }) =>
        (keys: Keys) =>
          openPersonal(keys, 'personalNumber', sealedPersonalNumber),
    ),
    ...factors.map(
      ({ userId, sealedSecret }) =>
        (keys: Keys) =>
          openSecret(keys, userId, sealedSecret),
    ),
  ];
}

function opens(row: Row, keys: Keys): boolean {
  try {
    row(keys);
    return true;
  } catch {
    return false;
  }
}

/** Returns one sentence for the operator, with how to go on. */
export function foreignSecretText({ secret, dataDir }: { secret: string | undefined; dataDir: string }): string {
  const name = secret === undefined ? `the secret in ${dataDir}/secret` : 'SECRET';
  const isOneWithCommas = secret?.includes(',') === true && splitSecrets(secret).length === 1;
  const note = isOneWithCommas ? ' (it is read as one secret, because a part of it has fewer than 32 characters)' : '';
  return `${name} does not open what is sealed in the database${note}: put the former secret back, or write it behind the new one with a comma between, SECRET=new,former.`;
}
