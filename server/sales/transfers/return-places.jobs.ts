import { withTransaction } from '#server/platform/context.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { returnPlaces, returnRefusedJob } from './changed-guests.service.ts';
import { shareEventsOf } from './claims.queries.ts';
import { lockRecipient } from './transfers.queries.ts';

/** Returns the places of a guest whom the club still refuses to their buyers. */
export const returnRefused = defineJob({
  ...returnRefusedJob,
  run: (ctx, { userId }) =>
    withTransaction(ctx, async (tx) => {
      await shareEventsOf(tx.db, userId);
      if (await lockRecipient(tx.db, userId)) await returnPlaces(tx, userId, { onlyRefused: true });
    }),
});
