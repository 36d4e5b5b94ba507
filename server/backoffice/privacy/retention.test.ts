import { eq, isNull, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { passwordResets, securityEvents, sessions, staffInvitations } from '#server/accounts/accounts.table.ts';
import { events } from '#server/content/content.table.ts';
import { enquiries } from '#server/backoffice/backoffice.table.ts';
import { mails, alerts } from '#server/platform/platform.table.ts';
import { paymentCallbacks } from '#server/sales/tables/payments.table.ts';
import { addDays } from '#shared/dates.ts';
import { RETENTION_DAYS } from '#shared/privacy/retention-days.ts';
import { newGuestList } from '#tests/factories/staff-lists.ts';
import { createAdmin, createUser } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { createTestClock } from '#tests/setup/clock.ts';
import { forgetOld, forgetUntilNow } from './retention.jobs.ts';

const opaque = (id: string) => id.padEnd(43, 'x');

test('sign-ins, links, invitations, mails, enquiries, texts of banks and security events are deleted when their days are over, and not a day before', async () => {
  const { ctx, clock } = await startTestApp({ clock: createTestClock(new Date()) });
  const { id: userId } = await createUser(ctx);
  const now = clock.now();
  const oneOfEach = async (name: string, endedDaysAgo: (days: number) => number) => {
    const endedAt = addDays(now, -endedDaysAgo(RETENTION_DAYS.sessions));
    const session = { userId, userAgent: name, createdAt: addDays(endedAt, -1), lastUsedAt: endedAt };
    await ctx.db.insert(sessions).values([
      { ...session, id: crypto.randomUUID(), expiresAt: addDays(now, 10), endedAt },
      { ...session, id: crypto.randomUUID(), expiresAt: endedAt },
    ]);
    await ctx.db.insert(passwordResets).values({ userId, tokenHash: opaque(name), createdAt: endedAt, expiresAt: endedAt });
    const invitation = { email: name, emailKey: name, roles: ['Desk' as const], language: 'en' as const, invitedBy: userId };
    const past = addDays(now, -endedDaysAgo(RETENTION_DAYS.invitations));
    await ctx.db.insert(staffInvitations).values([
      { ...invitation, tokenHash: opaque(`${name} used`), createdAt: past, expiresAt: addDays(past, 3), usedAt: past },
      { ...invitation, tokenHash: opaque(`${name} withdrawn`), createdAt: past, expiresAt: addDays(past, 3), withdrawnAt: past },
      { ...invitation, tokenHash: opaque(`${name} over`), createdAt: addDays(past, -3), expiresAt: past },
    ]);
    const mail = {
      key: name,
      kind: 'welcome',
      recipient: 'nino@example.com',
      language: 'en' as const,
      payload: {},
      messageId: `<${name}>`,
    };
    await ctx.db.insert(mails).values({ ...mail, state: 'sent', createdAt: addDays(now, -endedDaysAgo(RETENTION_DAYS.mails)) });
    await ctx.db.insert(enquiries).values({ kind: 'dj', body: name, createdAt: addDays(now, -endedDaysAgo(RETENTION_DAYS.enquiries)) });
    const callback = { provider: 'bog', digest: name, headers: { name }, body: `{"buyer":"${name}"}`, isSigned: 'valid' } as const;
    await ctx.db.insert(paymentCallbacks).values({ ...callback, receivedAt: addDays(now, -endedDaysAgo(RETENTION_DAYS.callbacks)) });
    await ctx.db.insert(securityEvents).values({ kind: name, userId, at: addDays(now, -endedDaysAgo(RETENTION_DAYS.securityEvents)) });
  };
  await oneOfEach('old', (days) => days + 1);
  await oneOfEach('young', (days) => days - 1);

  await forgetOld.run(ctx, {});

  // The test's own user also has a session.
  expect((await ctx.db.select().from(sessions)).map(({ userAgent }) => userAgent)).toEqual([null, 'young', 'young']);
  expect((await ctx.db.select().from(passwordResets)).map(({ tokenHash }) => tokenHash)).toEqual([opaque('young')]);
  expect((await ctx.db.select().from(staffInvitations)).map(({ email }) => email)).toEqual(['young', 'young', 'young']);
  expect((await ctx.db.select().from(mails)).map(({ key }) => key)).toEqual(['young']);
  expect((await ctx.db.select().from(enquiries)).map(({ body }) => body)).toEqual(['young']);
  expect(await ctx.db.select().from(paymentCallbacks).orderBy(paymentCallbacks.id)).toMatchObject([
    { digest: 'old', body: '', headers: {} },
    { digest: 'young', body: '{"buyer":"young"}', headers: { name: 'young' } },
  ]);
  expect((await ctx.db.select().from(securityEvents)).map(({ kind }) => kind)).toEqual(['young']);
});

test('names on the lists of the door are emptied when their days after the event are over, and the numbers stay', async () => {
  const app = await startTestApp({ clock: createTestClock(new Date()) });
  const { accessToken } = await createAdmin(app.ctx);
  const after = async (days: number) => {
    const { eventId, entryId } = await newGuestList(app, app.api(accessToken), {}, { startsAt: addDays(app.clock.now(), 7) });
    const endsAt = addDays(app.clock.now(), -days);
    await app.ctx.db
      .update(events)
      .set({ startsAt: addDays(endsAt, -1), endsAt })
      .where(eq(events.id, eventId));
    return { eventId, entryId };
  };
  const old = await after(RETENTION_DAYS.lists + 1);
  const young = await after(RETENTION_DAYS.lists - 1);

  await forgetOld.run(app.ctx, {});

  const { staffLists } = app.api(accessToken);
  const name = { id: old.entryId, firstName: '', lastName: '', plusOnes: 2, isDuplicate: false };
  expect((await staffLists.list({ id: old.eventId })).lists).toMatchObject([{ people: 3, entries: [name] }]);
  expect((await staffLists.list({ id: young.eventId })).lists).toMatchObject([{ entries: [{ firstName: 'Nino', lastName: 'Beridze' }] }]);
});

test('a clock that jumped ahead deletes nothing', async () => {
  const { ctx, clock } = await startTestApp({ clock: createTestClock(new Date()) });
  await ctx.db.insert(enquiries).values({ kind: 'dj', body: 'young', createdAt: clock.now() });
  clock.advanceMinutes(RETENTION_DAYS.enquiries * 2 * 24 * 60);
  await forgetOld.run(ctx, {});
  expect(await ctx.db.$count(enquiries)).toBe(1);
});

test('a machine whose clock jumped ahead loses a week of data a day, and an alert says so until the clock is right', async () => {
  const { ctx, clock } = await startTestApp({ clock: createTestClock(new Date()) });
  const startedAt = clock.now();
  const openAlerts = async () => (await ctx.db.select().from(alerts).where(isNull(alerts.resolvedAt))).map(({ kind }) => kind);
  const ageInDays = [0, 6, 8].map((left) => RETENTION_DAYS.enquiries - left);
  for (const days of ageInDays)
    await ctx.db.insert(enquiries).values({ kind: 'dj', body: `${days}`, createdAt: addDays(startedAt, -days) });
  await forgetUntilNow(ctx);
  expect(await openAlerts()).toEqual([]);

  // The scheduler catches up on each day that it believes it missed.
  clock.set(addDays(startedAt, 2 * 365));
  await forgetUntilNow(ctx);
  clock.advanceMinutes(1);
  await forgetUntilNow(ctx);
  expect((await ctx.db.select().from(enquiries)).map(({ body }) => body)).toEqual([`${RETENTION_DAYS.enquiries - 8}`]);
  expect(await openAlerts()).toEqual(['clock_jumped']);

  clock.set(addDays(startedAt, 1));
  await forgetUntilNow(ctx);
  expect(await ctx.db.$count(enquiries)).toBe(1);
  expect(await openAlerts()).toEqual([]);
});

test('the database keeps security events unchanged, and for their time', async () => {
  const { ctx, owner } = await startTestApp();
  await ctx.db.insert(securityEvents).values({ kind: 'sign_in', at: new Date() });
  for (const change of [sql`update security_events set kind = 'x'`, sql`delete from security_events`, sql`truncate security_events`])
    await expect(owner.execute(change)).rejects.toMatchObject({ cause: { code: '23001' } });
});

test('a mail that still waits is kept, however old', async () => {
  const { ctx, clock } = await startTestApp({ clock: createTestClock(new Date()) });
  const mail = {
    key: 'waiting',
    kind: 'ticket',
    recipient: 'nino@example.com',
    language: 'en' as const,
    payload: {},
    messageId: '<waiting>',
  };
  await ctx.db.insert(mails).values({ ...mail, createdAt: addDays(clock.now(), -RETENTION_DAYS.mails * 2) });
  await forgetOld.run(ctx, {});
  expect(await ctx.db.select().from(mails)).toHaveLength(1);
});
