import { z } from 'zod';
import { withTransaction } from '#server/platform/context.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { queueMails } from '#server/platform/mail/mail.service.ts';
import { findHoldersOfComing } from './new-codes.queries.ts';

/** Few enough for one transaction. */
const AT_ONCE = 200;

/**
 * Mails new codes after the key was replaced: one mail per order to each holder of tickets of coming events, however often this runs. Runs
 * after the replacement's commit, so it finds every ticket whose mail may have left with the old code.
 */
export const mailNewCodes = defineJob({
  name: 'mail-new-codes',
  // `replacedAt`: when the key was replaced, part of the mails' keys.
  payload: z.object({ replacedAt: z.iso.datetime() }),
  async run(ctx, { replacedAt }) {
    const holders = await findHoldersOfComing(ctx.db, ctx.clock.now());
    for (let from = 0; from < holders.length; from += AT_ONCE) {
      const mails = holders.slice(from, from + AT_ONCE).map(({ orderId, userId, email, language }) => ({
        key: `new-codes:${replacedAt}:${orderId}:${userId}`,
        kind: 'ticket' as const,
        recipient: email,
        language,
        payload: { orderId, holderId: userId },
      }));
      await withTransaction(ctx, (tx) => queueMails(tx, mails));
    }
  },
});
