import { eq, like } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '#server/accounts/accounts.table.ts';
import { events, ticketTypes } from '#server/content/content.table.ts';
import { auditEntries, mails } from '#server/platform/platform.table.ts';
import { runDueJobs } from '#server/registry.ts';
import { createEvent } from '#tests/factories/events.ts';
import { refusal } from '#tests/factories/event-fields.ts';
import { sell } from '#tests/factories/staff-money.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { readMime, textOf } from '#tests/setup/mime.ts';
import { startSmtp } from '#tests/setup/smtp.ts';
import { mailWaiting, watchSales } from './staff-notifications.jobs.ts';

async function open() {
  const smtp = await startSmtp();
  const app = await startTestApp({ env: { SMTP_URL: smtp.url, PUBLIC_URL: 'https://rkali.example' } });
  const owner = await createUser(app.ctx, { roles: ['Owner'], status: 'Verified', emailProvedAt: app.clock.now() });
  const sent = async () => {
    await runDueJobs(app.deps);
    return smtp.received.map(({ to, raw }) => {
      const mail = readMime(raw);
      return { to: to[0], subject: mail.headers.get('subject')?.[0], text: textOf(mail, 'text/plain') };
    });
  };
  return { app, owner, sent, staffNotifications: app.api(owner.accessToken).staffNotifications };
}

const queued = (app: TestApp, kind: string) =>
  app.ctx.db
    .select({ recipient: mails.recipient, key: mails.key })
    .from(mails)
    .where(like(mails.key, `${kind}:%`))
    .orderBy(mails.id);

test('an Owner who chose nothing is mailed once when an event sells out, with its places and the way to stop it', async () => {
  const { app, owner, sent } = await open();
  const { eventId } = await sell(app, { quantity: 2, allocation: 2 });
  await watchSales.run(app.ctx, {});
  await watchSales.run(app.ctx, {});
  expect(await queued(app, 'sold-out')).toEqual([{ recipient: owner.email, key: `sold-out:${eventId}:2:${owner.id}` }]);
  const mail = (await sent()).find(({ to, subject }) => to === owner.email && subject === 'Sold out: Night');
  expect(mail?.text).toContain('sold 2 · allocated 2 · capacity 400');
  expect(mail?.text).toContain(`https://rkali.example/staff/events/${eventId}`);
  expect(mail?.text).toContain('https://rkali.example/staff/settings/notifications');
});

test('two processes and a refund with a new sale mail it once', async () => {
  const { app } = await open();
  const { eventId, orderId } = await sell(app, { quantity: 2, allocation: 2 });
  await Promise.all(Array.from({ length: 6 }, () => watchSales.run(app.ctx, {})));
  const { accessToken } = await createUser(app.ctx, { roles: ['Manager'] });
  await app.api(accessToken).staffMoney.refundOrder({ id: orderId, body: { reason: 'Ill.' } });
  await sell(app, { eventId, quantity: 2 });
  await watchSales.run(app.ctx, {});
  expect(await queued(app, 'sold-out')).toHaveLength(1);
});

test('an event that got more places and sells them too is mailed once more', async () => {
  const { app } = await open();
  const { eventId } = await sell(app, { quantity: 2, allocation: 2 });
  await watchSales.run(app.ctx, {});
  await app.owner.execute(`update ticket_types set allocation = 3 where event_id = ${eventId}`);
  await watchSales.run(app.ctx, {});
  expect(await queued(app, 'sold-out')).toHaveLength(1);
  await sell(app, { eventId, quantity: 1 });
  await watchSales.run(app.ctx, {});
  await watchSales.run(app.ctx, {});
  expect(await queued(app, 'sold-out')).toHaveLength(2);
});

test('the team is not counted among the guests who wait', async () => {
  const { app } = await open();
  await createUser(app.ctx, { roles: ['DoorLead'], status: 'Pending' });
  app.clock.set(new Date('2026-11-21T12:00:00+04:00'));
  await mailWaiting.run(app.ctx, {});
  expect(await queued(app, 'waiting-guests')).toEqual([]);
});

test('places in carts, a later sale, an empty event and one that is over or no longer on the site are not sold out', async () => {
  const { app } = await open();
  const held = await createEvent(app.ctx, { allocation: 1 });
  const guest = await createUser(app.ctx);
  await app.api(guest.accessToken).cart.addTicket({ eventId: held.id });
  const later = await createEvent(app.ctx, {
    ticketTypes: [{ allocation: 2 }, { allocation: 5, onSaleFrom: new Date(app.clock.now().getTime() + 3_600_000) }],
  });
  await sell(app, { eventId: later.id, quantity: 2 });
  await createEvent(app.ctx, { allocation: 0 });
  const cancelled = await sell(app, { quantity: 2, allocation: 2 });
  await app.ctx.db.update(events).set({ state: 'cancelled' }).where(eq(events.id, cancelled.eventId));
  await watchSales.run(app.ctx, {});
  expect(await queued(app, 'sold-out')).toEqual([]);
  await app.ctx.db.update(ticketTypes).set({ onSaleUntil: app.clock.now() }).where(eq(ticketTypes.allocation, 5));
  await watchSales.run(app.ctx, {});
  expect((await queued(app, 'sold-out')).map(({ key }) => key.split(':')[1])).toEqual([String(later.id)]);
});

test('a full room is sold out, whatever its ticket types would still offer', async () => {
  const { app } = await open();
  const { id } = await createEvent(app.ctx, { allocation: 50, capacity: 2 });
  await sell(app, { eventId: id, quantity: 2 });
  await watchSales.run(app.ctx, {});
  expect(await queued(app, 'sold-out')).toHaveLength(1);
});

test('each member chooses, within what the roles may see, and the choice is written down', async () => {
  const { app, owner, staffNotifications } = await open();
  expect(await staffNotifications.get()).toEqual({
    soldOut: true,
    waitingGuests: 'never',
    offered: { soldOut: true, waitingGuests: true },
    address: owner.email,
  });
  expect(await staffNotifications.change({ body: { soldOut: false, waitingGuests: 'daily' } })).toMatchObject({
    soldOut: false,
    waitingGuests: 'daily',
  });
  const [entry] = await app.ctx.db.select().from(auditEntries).where(eq(auditEntries.action, 'team.notifications'));
  expect(entry).toMatchObject({
    subject: `guest ${owner.id}`,
    detail: { before: { soldOut: true, waitingGuests: 'never' }, after: { soldOut: false, waitingGuests: 'daily' } },
  });
  const editor = await createUser(app.ctx, { roles: ['Editor'], emailProvedAt: app.clock.now() });
  const own = app.api(editor.accessToken).staffNotifications;
  expect(await own.change({ body: { soldOut: true, waitingGuests: 'hourly' } })).toMatchObject({
    soldOut: true,
    waitingGuests: 'never',
    offered: { soldOut: true, waitingGuests: false },
  });
  await sell(app, { quantity: 2, allocation: 2 });
  await watchSales.run(app.ctx, {});
  expect((await queued(app, 'sold-out')).map(({ recipient }) => recipient)).toEqual([editor.email]);
});

test('a mail that waits is skipped when its reader stopped it or left the team', async () => {
  const { app, owner, staffNotifications, sent } = await open();
  await sell(app, { quantity: 2, allocation: 2 });
  await watchSales.run(app.ctx, {});
  await staffNotifications.change({ body: { soldOut: false, waitingGuests: 'never' } });
  expect((await sent()).filter(({ to }) => to === owner.email)).toEqual([]);
});

test('guests who wait are mailed at most once an hour, and only when somebody new waits', async () => {
  const { app, owner, staffNotifications, sent } = await open();
  await app.ctx.db.update(users).set({ status: 'Verified' });
  await staffNotifications.change({ body: { soldOut: false, waitingGuests: 'hourly' } });
  await mailWaiting.run(app.ctx, {});
  expect(await queued(app, 'waiting-guests')).toEqual([]);
  await createUser(app.ctx, { status: 'Pending' });
  await Promise.all(Array.from({ length: 4 }, () => mailWaiting.run(app.ctx, {})));
  expect(await queued(app, 'waiting-guests')).toHaveLength(1);
  await createUser(app.ctx, { status: 'Pending' });
  app.clock.advanceMinutes(30);
  await mailWaiting.run(app.ctx, {});
  expect(await queued(app, 'waiting-guests')).toHaveLength(1);
  app.clock.advanceMinutes(30);
  await mailWaiting.run(app.ctx, {});
  app.clock.advanceMinutes(60);
  await mailWaiting.run(app.ctx, {});
  expect(await queued(app, 'waiting-guests')).toHaveLength(2);
  const subjects = (await sent()).filter(({ to }) => to === owner.email).map(({ subject }) => subject);
  expect(subjects).toEqual(['2 guests are waiting for verification', '2 guests are waiting for verification']);
});

test('once a day means at noon, also for those who waited yesterday', async () => {
  const { app, staffNotifications } = await open();
  await createUser(app.ctx, { status: 'Pending' });
  await staffNotifications.change({ body: { soldOut: false, waitingGuests: 'daily' } });
  for (const at of ['2026-11-20T18:07:00', '2026-11-21T11:07:00', '2026-11-21T12:07:00', '2026-11-21T12:08:00', '2026-11-22T12:07:00']) {
    app.clock.set(`${at}+04:00`);
    await mailWaiting.run(app.ctx, {});
  }
  expect((await queued(app, 'waiting-guests')).map(({ key }) => key.split(':').slice(2).join(':'))).toEqual([
    '2026-11-21T08:07:00.000Z',
    '2026-11-22T08:07:00.000Z',
  ]);
});

test('nobody without a proved address is mailed, and only staff may choose', async () => {
  const { app, owner } = await open();
  await app.ctx.db.update(users).set({ emailProvedAt: null }).where(eq(users.id, owner.id));
  await sell(app, { quantity: 2, allocation: 2 });
  await watchSales.run(app.ctx, {});
  expect(await queued(app, 'sold-out')).toEqual([]);
  expect(await app.api(owner.accessToken).staffNotifications.get()).toMatchObject({ address: null });
  const guest = await createUser(app.ctx);
  const body = { soldOut: true, waitingGuests: 'never' } as const;
  for (const [token, status] of [
    [undefined, 401],
    [guest.accessToken, 403],
  ] as const) {
    expect(await refusal(app.api(token).staffNotifications.get())).toMatchObject({ status });
    expect(await refusal(app.api(token).staffNotifications.change({ body }))).toMatchObject({ status });
  }
});
