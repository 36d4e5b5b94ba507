import { type Context, withTransaction } from '#server/platform/context.ts';
import { addJob } from '#server/platform/jobs/jobs.ts';
import { lockTicketKey, replaceTicketKey } from '#server/platform/kept-keys.ts';
import { mailNewCodes } from './new-codes.jobs.ts';
import { countComing, hasQueued } from './new-codes.queries.ts';

/** `isUnfinished`: the mails about the previous replacement are not queued yet, so nothing was done. */
type Replaced = { isUnfinished: boolean; tickets: number; events: number };

/**
 * Replaces the key of ticket codes and has the new codes mailed, all or nothing. From the commit on every process signs with the new key,
 * and codes of the old one are refused by name (docs/decisions/0075).
 */
export function replaceTicketCodes(ctx: Context): Promise<Replaced> {
  return withTransaction(ctx, async (tx) => {
    await lockTicketKey(tx);
    if (await hasQueued(tx.db, mailNewCodes.name)) return { isUnfinished: true, tickets: 0, events: 0 };
    const now = tx.clock.now();
    const coming = await countComing(tx.db, now);
    await replaceTicketKey(tx);
    await addJob(tx, mailNewCodes, { replacedAt: now.toISOString() });
    return { isUnfinished: false, ...coming };
  });
}
