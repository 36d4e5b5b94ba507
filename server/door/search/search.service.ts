import { openPersonal } from '#server/accounts/personal-data.ts';
import { type CallingPass } from '#server/door/passes/pass-calls.ts';
import { lockPass } from '#server/door/scans/pass-scans.queries.ts';
import { recordPassAction } from '#server/platform/audit/audit.ts';
import { type Context, perServer, withTransaction } from '#server/platform/context.ts';
import { createTokenBuckets } from '#server/platform/limits/quota.ts';
import { toWireTime } from '#shared/dates.ts';
import type { FoundGuest } from '#shared/door/pass.contract.ts';
import { AppError } from '#shared/errors.ts';
import { findByName, wasNoted } from './search.queries.ts';

const FOUND_MAX = 10;
const SEARCHES = { perSecond: 1, burst: 10 };
const searchesOf = perServer(() => createTokenBuckets(SEARCHES));
/** The audit log says once in so long that a pass searched. */
const NOTED_EACH_MS = 60 * 60_000;

/**
 * Finds holders of valid tickets by the first letters of their names, in Latin or Georgian letters. Two words are found in two names.
 * @throws pass_ended, forbidden, too_many_requests
 */
export async function searchGuests(ctx: Context, pass: CallingPass, name: string): Promise<FoundGuest[]> {
  const { passId, eventId, rights, endedAt } = pass;
  if (endedAt) throw new AppError('pass_ended');
  if (!rights.includes('search')) throw new AppError('forbidden');
  const waitSeconds = searchesOf(ctx)(passId);
  if (waitSeconds > 0) throw new AppError('too_many_requests', { retryAfterSeconds: waitSeconds });
  await noteSearch(ctx, pass);
  const found = await findByName(ctx.db, { eventId, patterns: name.split(/\s+/).map(beginsWith), limit: FOUND_MAX });
  return found.map(({ sealedBirthdate, usedAt, ...guest }) => ({
    ...guest,
    birthdate: openPersonal(ctx.keys, 'birthdate', sealedBirthdate),
    usedAt: usedAt && toWireTime(usedAt),
  }));
}

const beginsWith = (word: string): string => `% ${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

async function noteSearch(ctx: Context, { passId, name, eventId }: CallingPass): Promise<void> {
  const [action, subject] = ['door.search', `pass ${passId}`] as const;
  const since = new Date(ctx.clock.now().getTime() - NOTED_EACH_MS);
  if (await wasNoted(ctx.db, { action, subject, since })) return;
  await withTransaction(ctx, async (tx) => {
    await lockPass(tx.db, passId);
    if (!(await wasNoted(tx.db, { action, subject, since }))) await recordPassAction(tx, name, { action, subject, detail: { eventId } });
  });
}
