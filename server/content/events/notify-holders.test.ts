import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '#server/accounts/accounts.table.ts';
import { mails, auditEntries } from '#server/platform/platform.table.ts';
import { runDueJobs } from '#server/registry.ts';
import { changeTicket, createHolder, noticesOf, openSoldEvent } from '#tests/factories/holders.ts';
import { auditOf, eventFields, refusal } from '#tests/factories/event-fields.ts';
import { sell } from '#tests/factories/staff-money.ts';
import { createAdmin, signInAgain } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';

const named = { name: 'ობერტონი', nameLat: 'Oberton' };
const HOLDERS = ['holders_told'];

test('moving an event with tickets asks first, and then mails every holder in their language, also those of complimentary tickets', async () => {
  const app = await startTestApp();
  const { staff, id, english, georgian, invited } = await openSoldEvent(app);
  const { version } = await staff.get({ id });
  const body = { ...eventFields({ ...named, day: '2026-12-05' }), version, reason: 'The band comes a day later' };
  expect(await refusal(staff.update({ id, body }))).toMatchObject({ code: 'night_to_confirm', params: { warnings: 'holders_told' } });
  expect(await noticesOf(app)).toEqual([]);
  expect((await staff.warnings({ id, day: '2026-12-05' })).warnings).toEqual([
    { key: 'holders_told', code: 'holders_told', news: 'moved', people: 3, tickets: 4 },
  ]);
  expect(await staff.holders({ id })).toEqual({ people: 3, tickets: 4, paid: 2, unpaid: 1 });

  const moved = await staff.update({ id, body: { ...body, confirmed: HOLDERS } });
  expect(moved).toMatchObject({ day: '2026-12-05', version: version + 1 });
  expect(await noticesOf(app)).toMatchObject([
    { recipient: english.email, language: 'en', state: 'queued' },
    { recipient: georgian.email, language: 'ka', state: 'queued' },
    { recipient: invited, language: 'ka', state: 'queued' },
  ]);
  expect((await auditOf(app, id)).at(-1)).toMatchObject({
    action: 'night.update',
    detail: { told: 3, reason: 'The band comes a day later', before: { startsAt: '2026-12-04T19:00:00.000Z' } },
  });
});

test('an earlier end is mailed as well, another name is not', async () => {
  const app = await startTestApp();
  const { staff, id } = await openSoldEvent(app);
  const { version } = await staff.get({ id });
  const renamed = await staff.update({ id, body: { ...eventFields({ nameLat: 'Another' }), version } });
  expect(await noticesOf(app)).toEqual([]);
  const shorter = eventFields({ nameLat: 'Another', until: '06:00' });
  await staff.update({ id, body: { ...shorter, version: renamed.version, confirmed: HOLDERS } });
  expect(await noticesOf(app)).toHaveLength(3);
});

test('a move is quiet only when that is chosen, and the choice is kept', async () => {
  const app = await startTestApp();
  const { staff, id } = await openSoldEvent(app);
  const { version } = await staff.get({ id });
  await staff.update({ id, body: { ...eventFields({ from: '22:30' }), version, confirmed: HOLDERS, tellHolders: false } });
  expect(await noticesOf(app)).toEqual([]);
  expect((await auditOf(app, id)).at(-1)).toMatchObject({ detail: { told: false } });
});

test('guests who are inside, without a valid ticket or without an account are not mailed', async () => {
  const app = await startTestApp();
  const { staff, id, event, english, georgian } = await openSoldEvent(app);
  const gone = await createHolder(app, event);
  await changeTicket(app, english.ticketId, { usedAt: app.clock.now() });
  await changeTicket(app, georgian.ticketId, { state: 'refunded' });
  await app.ctx.db.update(users).set({ deletedAt: app.clock.now() }).where(eq(users.id, gone.id));
  // They are refunded all the same, but not for a ticket that was already refunded.
  expect(await staff.holders({ id })).toEqual({ people: 1, tickets: 2, paid: 2, unpaid: 1 });
  const { version } = await staff.get({ id });
  await staff.changeState({ id, body: { version, state: 'cancelled', reason: 'No power' } });
  expect(await noticesOf(app)).toMatchObject([{ recipient: 'lela@example.com' }]);
});

test('a change of an event that is over is mailed to nobody', async () => {
  const app = await startTestApp();
  const { id, admin } = await openSoldEvent(app);
  app.clock.set(new Date('2026-12-05T08:00:00+04:00'));
  const { staffEvents } = app.api(await signInAgain(app.ctx, admin.id));
  expect(await staffEvents.holders({ id })).toEqual({ people: 0, tickets: 0, paid: 2, unpaid: 0 });
  const { version } = await staffEvents.get({ id });
  const corrected = await staffEvents.update({ id, body: { ...eventFields({ until: '06:30' }), version, confirmed: ['past'] } });
  await staffEvents.changeState({ id, body: { version: corrected.version, state: 'cancelled' } });
  expect(await noticesOf(app)).toEqual([]);
});

test('a restored event is mailed to those who were mailed its cancellation', async () => {
  const app = await startTestApp();
  const { staff, id } = await openSoldEvent(app);
  const { version } = await staff.get({ id });
  const cancelled = await staff.changeState({ id, body: { version, state: 'cancelled', reason: 'No power' } });
  expect((await auditOf(app, id)).at(-1)).toMatchObject({ detail: { told: 3, reason: 'No power' } });
  const back = { version: cancelled.version, state: 'published' } as const;
  expect(await refusal(staff.changeState({ id, body: back }))).toMatchObject({ params: { warnings: 'holders_told' } });
  expect((await staff.warnings({ id })).warnings).toMatchObject([{ code: 'holders_told', news: 'restored', people: 3 }]);
  await staff.changeState({ id, body: { ...back, confirmed: HOLDERS } });
  const keys = (await noticesOf(app)).map(({ key }) => key.split(':')[1]);
  expect(keys).toEqual(['1', '1', '1', '2', '2', '2']);
});

test('buyers whose refund is stopped get the mail of the cancellation once, and later the one about their money', async () => {
  const app = await startTestApp();
  const first = await sell(app);
  const second = await sell(app, { eventId: first.eventId });
  const id = first.eventId;
  const api = app.api((await createAdmin(app.ctx)).accessToken);
  const { version } = await api.staffEvents.get({ id });
  await api.staffMoney.cancelEvent({ id, body: { version, reason: 'No power' } });
  expect(await noticesOf(app)).toEqual([]);
  await api.staffMoney.stopEventRefund({ id });
  const notices = await noticesOf(app);
  expect(notices).toMatchObject([{ recipient: first.user.email }, { recipient: second.user.email }]);
  await api.staffMoney.resumeEventRefund({ id });
  await api.staffMoney.stopEventRefund({ id });
  await api.staffMoney.resumeEventRefund({ id });
  await runDueJobs(app.deps);
  expect(await noticesOf(app)).toHaveLength(2);
  expect(await app.ctx.db.$count(mails, eq(mails.kind, 'refund'))).toBe(2);
});

test('with the money going back, only those who paid nothing get a mail of the cancellation', async () => {
  const app = await startTestApp();
  const { api, staff, id } = await openSoldEvent(app);
  const { version } = await staff.get({ id });
  const cancelled = await api.staffMoney.cancelEvent({ id, body: { version, reason: 'No power' } });
  expect(cancelled.state).toBe('cancelled');
  expect(await noticesOf(app)).toMatchObject([{ recipient: 'lela@example.com' }]);
  expect(await api.staffMoney.eventRefund({ id })).toMatchObject({ state: 'running', note: 'No power' });
  expect((await auditOf(app, id)).at(-1)).toMatchObject({ action: 'night.state', detail: { told: 1, refund: true, reason: 'No power' } });
  const again = api.staffMoney.cancelEvent({ id, body: { version, reason: 'No power' } });
  expect(await refusal(again)).toMatchObject({ code: 'conflict' });
  expect(await app.ctx.db.$count(auditEntries, eq(auditEntries.action, 'night.state'))).toBe(1);
});
