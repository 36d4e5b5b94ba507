import { lockUserById } from '#server/accounts/accounts.queries.ts';
import { createOpaqueToken, hashOpaqueToken } from '#server/accounts/tokens.ts';
import { type Context, withTransaction } from '#server/platform/context.ts';
import { defineJob, noPayload } from '#server/platform/jobs/jobs.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/durations.ts';
import { queueGuestInvitations } from './guest-invitation.mail.ts';
import { countInvitedSince, findProvedOf, lockImports, lockToInvite, setInvited } from './known-guests.queries.ts';
import { useKnownGuest } from './known-guests.service.ts';

/** Over all processes: mail providers distrust a small server that suddenly writes to many people. */
const INVITATIONS_AN_HOUR = 200;
/** So long a wrong file can be withdrawn before anyone reads of it. */
const INVITED_AFTER_MS = 10 * MINUTE_MS;

/**
 * Invites imported guests, as many as the hour still allows. Who proved the address while it was imported needs no invitation: neither the
 * proof nor the import saw the other.
 */
export const inviteKnownGuests = defineJob({
  name: 'invite-known-guests',
  schedule: { cron: '* * * * *' },
  payload: noPayload,
  async run(ctx) {
    for (const userId of await findProvedOf(ctx.db, ctx.clock.now())) await useOrLog(ctx, userId);
    await withTransaction(ctx, async (tx) => {
      await lockImports(tx.db);
      const now = tx.clock.now();
      const left = INVITATIONS_AN_HOUR - (await countInvitedSince(tx.db, new Date(now.getTime() - HOUR_MS)));
      if (left <= 0) return;
      const guests = (await lockToInvite(tx.db, { now, until: new Date(now.getTime() - INVITED_AFTER_MS) }, left)).map((guest) => ({
        ...guest,
        token: createOpaqueToken(),
      }));
      if (guests.length === 0) return;
      await setInvited(
        tx.db,
        guests.map(({ id, token }) => ({ id, tokenHash: hashOpaqueToken(token) })),
        now,
      );
      await queueGuestInvitations(tx, guests);
    });
  },
});

/** One account's failure does not stop the invitations of others. */
async function useOrLog(ctx: Context, userId: number): Promise<void> {
  try {
    await withTransaction(ctx, async (tx) => {
      if (await lockUserById(tx.db, userId)) await useKnownGuest(tx, userId);
    });
  } catch (error) {
    ctx.log.error({ err: error, userId }, 'what the club knows of an account could not be applied');
  }
}
