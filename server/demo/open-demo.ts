import { updateUser } from '#server/accounts/accounts.queries.ts';
import { hashPassword, isPasswordOf } from '#server/accounts/passwords.ts';
import { endSessionsOfUser } from '#server/accounts/sessions.queries.ts';
import { type Context, withTransaction } from '#server/platform/context.ts';
import type { Env } from '#server/platform/config/env.ts';
import { isLoopbackHost } from '#server/platform/config/loopback.ts';
import { type DemoAccount, demoAccounts, ownPasswordOf } from './demo-accounts.ts';
import { loadDemo } from './demo.ts';
import { findDemoUser, findDemoUsers, findPublishedAccounts } from './published-accounts.ts';

/**
 * Loads the demo where it is wanted and returns the ids of accounts whose passwords are published: they are for callers on this machine.
 * A site for others must hold none, and production without a demo none of its accounts, whatever their passwords: else it throws one line that
 * names the command which removes them.
 */
export async function openDemo(ctx: Context): Promise<ReadonlySet<number>> {
  if (ctx.env.demo !== 'off') await loadDemo(ctx);
  if (ctx.env.demo === 'public') for (const account of Object.values(demoAccounts)) await renewPassword(ctx, account);
  const published = await findPublishedAccounts(ctx.db);
  const { isProduction, demo } = ctx.env;
  const refused = isProduction && demo === 'off' ? await findDemoUsers(ctx.db) : isForOthers(ctx.env) ? published : [];
  if (refused.length > 0) {
    throw new Error(
      'this database holds the demo, whose passwords were published or printed: begin with an empty DATA_DIR, or run npm run forget-demo.',
    );
  }
  return new Set(published);
}

const isForOthers = ({ isProduction, publicUrl }: Env): boolean => isProduction || !isLoopbackHost(new URL(publicUrl).hostname);

/** The account gets its password of this installation, and whoever came in with another one is signed out. */
async function renewPassword(ctx: Context, account: DemoAccount): Promise<void> {
  const user = await findDemoUser(ctx.db, account);
  const password = ownPasswordOf(ctx, account);
  if (!user || (await isPasswordOf(user.passwordHash, password))) return;
  const passwordHash = await hashPassword(password);
  await withTransaction(ctx, async (tx) => {
    await updateUser(tx.db, user.id, { passwordHash });
    await endSessionsOfUser(tx.db, user.id, tx.clock.now());
  });
}
