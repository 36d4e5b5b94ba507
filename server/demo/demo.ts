import { sql } from 'drizzle-orm';
import { addDays } from '#shared/dates.ts';
import { socialMediaOf } from '#shared/accounts/social-media.ts';
import { insertUser } from '#server/accounts/accounts.queries.ts';
import { users } from '#server/accounts/accounts.table.ts';
import { hashPassword } from '#server/accounts/passwords.ts';
import { sealNumber, sealPersonal } from '#server/accounts/personal-data.ts';
import { type Context, withTransaction } from '#server/platform/context.ts';
import { events } from '#server/content/events/events.table.ts';
import { type DemoAccount, demoAccounts, demoPasswordOf } from './demo-accounts.ts';
import { insertDemoGuests } from './demo-guests.ts';
import { insertDemoEvents } from './demo-events.ts';
import { fillNights } from './demo-attendance.ts';

// A number of our own: of two processes that start on one empty database, the second waits and finds it filled.
const DEMO_LOCK = 7_265_110;
const REGISTERED_DAYS_AGO = 60;

/** Fills a database without users and events with the demo's accounts, nights and tickets; any other stays as it is. */
export async function loadDemo(ctx: Context): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    // Whoever waits here waits for the other one's whole demo, however slow the machine is.
    await tx.db.execute(sql`set local statement_timeout = 0`);
    await tx.db.execute(sql`select pg_advisory_xact_lock(${DEMO_LOCK})`);
    if (!(await isEmpty(tx))) return;
    const adminId = await insertAccount(tx, demoAccounts.admin);
    const guestId = await insertAccount(tx, demoAccounts.guest);
    const guests = await insertDemoGuests(tx);
    const { past, running, coming } = await insertDemoEvents(tx);
    await fillNights(tx, { past, running, coming }, { guestId, adminId, guests });
  });
}

async function isEmpty({ db }: Context): Promise<boolean> {
  return (await db.$count(users)) === 0 && (await db.$count(events)) === 0;
}

async function insertAccount(tx: Context, account: DemoAccount): Promise<number> {
  const { password: _published, personalNumber, birthdate, ...columns } = account;
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
  return user.id;
}
