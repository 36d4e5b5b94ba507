import type { Context } from '#server/platform/context.ts';
import { resealKeptKeys } from '#server/platform/kept-keys.ts';
import { ignoreProgress, type OnProgress } from '#server/platform/progress.ts';
import { resealPersonal } from './personal-data.ts';
import {
  countSealedFactors,
  countSealedUsers,
  findSealedFactors,
  findSealedUsers,
  type SealedUser,
  updateSealedFactor,
  updateSealedUser,
} from './reseal.queries.ts';
import { SealedByAnother } from '#server/platform/sealing.ts';
import { resealSecret } from './second-factor/totp.ts';

/** Rows that a run resealed, that changed during it, and that no secret of the list opens. */
type Outcome = { resealed: number; missed: number; unreadable: number };

const AT_ONCE = 500;

/**
 * Reseals everything sealed in the database under the present secret, row by row: it can be interrupted and repeated, and blocks no
 * requests. `resealedAt`: when the keys that outlive a secret were last resealed; undefined before the first change.
 */
export async function resealAll(
  ctx: Context,
  onProgress: OnProgress = ignoreProgress,
): Promise<Outcome & { resealedAt: Date | undefined }> {
  const users = await resealUsers(ctx, onProgress);
  const factors = await resealFactors(ctx, onProgress);
  const { resealedAt, ...kept } = await resealKeptKeys(ctx);
  return {
    resealed: users.resealed + factors.resealed + kept.resealed,
    missed: users.missed + factors.missed,
    unreadable: users.unreadable + factors.unreadable + kept.unreadable,
    resealedAt,
  };
}

async function resealUsers({ db, keys }: Context, onProgress: OnProgress): Promise<Outcome> {
  const total = await countSealedUsers(db);
  return eachRow(
    (done) => onProgress('Sealing the accounts', done, total),
    (after) => findSealedUsers(db, after, AT_ONCE),
    async (user) => {
      const changes: Partial<SealedUser> = {};
      const number = resealPersonal(keys, 'personalNumber', user.sealedPersonalNumber);
      if (number !== undefined) changes.sealedPersonalNumber = number;
      const birthdate = resealPersonal(keys, 'birthdate', user.sealedBirthdate);
      if (birthdate !== undefined) changes.sealedBirthdate = birthdate;
      return Object.keys(changes).length === 0 ? undefined : updateSealedUser(db, user, changes);
    },
  );
}

async function resealFactors({ db, keys }: Context, onProgress: OnProgress): Promise<Outcome> {
  const total = await countSealedFactors(db);
  return eachRow(
    (done) => onProgress('Sealing the second factors', done, total),
    (after) => findSealedFactors(db, after, AT_ONCE),
    async (factor) => {
      const sealed = resealSecret(keys, factor.userId, factor.sealedSecret);
      return sealed === undefined ? undefined : updateSealedFactor(db, factor, sealed);
    },
  );
}

/** `reseal` returns undefined for a row that needs nothing, and false for one that changed during the run. */
async function eachRow<Row extends { id: number }>(
  tell: (done: number) => void,
  findRows: (after: number) => Promise<Row[]>,
  reseal: (row: Row) => Promise<boolean | undefined>,
): Promise<Outcome> {
  const outcome: Outcome = { resealed: 0, missed: 0, unreadable: 0 };
  let after = 0;
  for (let done = 0; ;) {
    tell(done);
    const rows = await findRows(after);
    const last = rows.at(-1);
    if (!last) return outcome;
    for (const row of rows) {
      const isWritten = await reseal(row).catch((error: unknown) => {
        if (error instanceof SealedByAnother) return 'unreadable';
        throw error;
      });
      if (isWritten === 'unreadable') outcome.unreadable += 1;
      else if (isWritten !== undefined) outcome[isWritten ? 'resealed' : 'missed'] += 1;
    }
    after = last.id;
    done += rows.length;
  }
}
