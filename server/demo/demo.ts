import { sql } from 'drizzle-orm';
import { insertUser, updateUser } from '#server/accounts/accounts.queries.ts';
import { users } from '#server/accounts/accounts.table.ts';
import { hashPassword, isPasswordOf } from '#server/accounts/passwords.ts';
import { sealNumber, sealPersonal } from '#server/accounts/personal-data.ts';
import { insertRole } from '#server/accounts/roles.queries.ts';
import { endSessionsOfUser } from '#server/accounts/sessions.queries.ts';
import { events } from '#server/content/content.table.ts';
import type { Env } from '#server/platform/config/env.ts';
import { isLoopbackHost } from '#server/platform/config/loopback.ts';
import { type Context, withTransaction } from '#server/platform/context.ts';
import { socialMediaOf } from '#shared/accounts/social-media.ts';
import { addDays } from '#shared/dates.ts';
import {
  type DemoAccount,
  demoAccounts,
  demoPasswordOf,
  findDemoUser,
  findDemoUsers,
  findPublishedAccounts,
  ownPasswordOf,
  insertDemoGuests,
} from './demo-accounts.ts';
import { fillEvents } from './demo-sales.ts';
import { insertDemoEvents } from './demo-events.ts';

// An arbitrary lock number: if two processes start on one empty database, the second waits and finds it filled.
const DEMO_LOCK = 7_265_110;
const REGISTERED_DAYS_AGO = 60;

/** Fills a database without users and events with the demo's accounts, events and tickets; leaves any other database unchanged. */
export async function loadDemo(ctx: Context): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    // Waiting for the other process's demo has no timeout, because the machine may be slow.
    await tx.db.execute(sql`set local statement_timeout = 0`);
    await tx.db.execute(sql`select pg_advisory_xact_lock(${DEMO_LOCK})`);
    if (!(await isEmpty(tx))) return;
    const adminId = await insertAccount(tx, demoAccounts.admin);
    const guestId = await insertAccount(tx, demoAccounts.guest);
    const guests = await insertDemoGuests(tx);
    const { past, running, coming } = await insertDemoEvents(tx);
    await fillEvents(tx, { past, running, coming }, { guestId, adminId, guests });
  });
}

async function isEmpty({ db }: Context): Promise<boolean> {
  return (await db.$count(users)) === 0 && (await db.$count(events)) === 0;
}

async function insertAccount(tx: Context, account: DemoAccount): Promise<number> {
  const { password: _published, personalNumber, birthdate, isOwner, ...columns } = account;
  const { platform, username } = socialMediaOf(account.socialMediaProfileLink);
  const user = await insertUser(tx.db, {
    ...columns,
    country: 'Georgia',
    status: 'Verified',
    socialMediaPlatform: platform,
    socialMediaUsername: username,
    createdAt: addDays(tx.clock.now(), -REGISTERED_DAYS_AGO),
    passwordHash: await hashPassword(demoPasswordOf(tx, account)),
    ...sealNumber(tx.keys, personalNumber),
    sealedBirthdate: sealPersonal(tx.keys.personalData, 'birthdate', birthdate),
  });
  if (!user) throw new Error(`The demo account ${account.email} was not created.`);
  if (isOwner) await insertRole(tx.db, { userId: user.id, role: 'Owner' });
  return user.id;
}

/**
 * Loads the demo if configured and returns the ids of accounts with published passwords, which may be used on this machine only. Throws one
 * line with the command that removes them if a public site has such accounts, or production without a demo has any demo account.
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

/** Gives the account its password for this installation and ends all sessions from an earlier password. */
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
