import { findUserById } from '#server/accounts/accounts.queries.ts';
import { createOpaqueToken, hashOpaqueToken } from '#server/accounts/tokens.ts';
import { type Context, withTransaction } from '#server/platform/context.ts';
import { defineJob, noPayload } from '#server/platform/jobs/jobs.ts';
import { queueEmailChange } from './email-change.mail.ts';
import { findDueChanges, giveLink } from './email-change.queries.ts';

/** Mails the links of changes that were not stopped within 48 hours; before that the link does not exist. */
export const mailOpenedChanges = defineJob({
  name: 'mail-opened-changes',
  schedule: { cron: '* * * * *' },
  payload: noPayload,
  async run(ctx) {
    for (const userId of await findDueChanges(ctx.db, ctx.clock.now())) await mailLink(ctx, userId);
  },
});

function mailLink(ctx: Context, userId: number): Promise<void> {
  return withTransaction(ctx, async (tx) => {
    const token = createOpaqueToken();
    const change = await giveLink(tx.db, userId, hashOpaqueToken(token), tx.clock.now());
    const user = change && (await findUserById(tx.db, userId));
    if (user) await queueEmailChange(tx, user, change.email, { token, until: change.expiresAt });
  });
}
