import { desc } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { addDays } from '#shared/dates.ts';
import { auditEntries } from '#server/platform/platform.table.ts';
import { openDesk } from '#tests/factories/desk.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { createUser, storedUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';

const lastEntry = async ({ ctx }: TestApp) => (await ctx.db.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1))[0];
const countEntries = ({ ctx }: TestApp) => ctx.db.$count(auditEntries);
const refused = (status: number, code: string, errors?: object) => ({ status, body: { code, ...(errors && { errors }) } });

test('every call of the desk is for staff alone', async () => {
  const app = await startTestApp();
  const { id, accessToken } = await createUser(app.ctx);
  const { id: eventId } = await createEvent(app.ctx);
  for (const [token, error] of [[undefined, refused(401, 'unauthorized')] as const, [accessToken, refused(403, 'forbidden')] as const]) {
    const { guests, staffAudit } = app.api(token);
    const calls = [
      () => guests.list({}),
      () => guests.find({ body: { search: 'x' } }),
      () => guests.chosenFile({ body: { ids: [id] } }),
      () => guests.queue({ status: 'Pending' }),
      () => guests.counts(),
      () => guests.get({ id }),
      () => guests.showPersonalNumber({ id }),
      () => guests.changeStatus({ id, body: { status: 'Verified', tellGuest: false } }),
      () => guests.ban({ id, body: { reason: 'x', until: null } }),
      () => guests.unban({ id }),
      () => guests.addNote({ id, body: { text: 'x' } }),
      () => guests.withdrawNote({ id, noteId: 1 }),
      () => guests.setVerifiedOnly({ id: eventId, body: { verifiedOnly: true } }),
      () => staffAudit.entries({}),
      () => staffAudit.choices(),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject(error);
  }
  expect(await countEntries(app)).toBe(0);
});

test('a guest who was given a ticket and has not registered yet is shown without a birthdate', async () => {
  const desk = await openDesk();
  const { id } = await createEvent(desk.ctx);
  const complimentary = {
    firstName: 'Lela',
    lastName: 'M',
    email: 'lela@example.com',
    language: 'ka',
    quantity: 1,
    ticketTypeId: null,
    reason: 'DJ',
  } as const;
  const { guest } = await desk.api(desk.admin.accessToken).staffTicketTypes.give({ id, body: complimentary });
  expect(await desk.desk.get({ id: guest.id })).toMatchObject({ id: guest.id, birthdate: '' });
});

test('a guest is shown whole, but for the personal number', async () => {
  const desk = await openDesk();
  const guest = await createUser(desk.ctx, { email: 'nino@example.com', status: 'Pending', personalNumber: '01001012345' });
  const event = await createEvent(desk.ctx, { name: 'ნულოვანი', nameLat: 'Nulovani' });
  const ticket = await createTicket(desk.ctx, { userId: guest.id, eventId: event.id, priceTetri: 4000 });
  await createTicket(desk.ctx, { userId: guest.id, eventId: event.id, priceTetri: 3550 });
  await desk.api(desk.admin.accessToken).door.scan({ body: { isReject: false, ticketId: ticket.id } });
  const at = '2026-11-20T18:00:00+04:00';
  const named = { eventId: event.id, eventName: 'ნულოვანი', eventNameLat: 'Nulovani' };
  expect(await desk.desk.get({ id: guest.id })).toEqual({
    id: guest.id,
    firstName: 'Nino',
    lastName: 'Beridze',
    email: 'nino@example.com',
    phoneNumber: '+995 555 12 34 56',
    country: 'Georgia',
    birthdate: '1998-04-12',
    isEmailProved: false,
    pendingEmail: null,
    pendingEmailFrom: null,
    personalNumberEnd: '2345',
    socialMediaProfileLink: 'https://instagram.com/nino',
    socialMediaPlatform: null,
    socialMediaUsername: null,
    language: 'en',
    role: 'User',
    status: 'Pending',
    createdAt: at,
    sessions: 1,
    signIns: [],
    purchases: 2,
    visits: 1,
    age: 28,
    mayDecide: true,
    isBanned: false,
    ban: null,
    otherAccounts: [],
    spent: 75.5,
    orders: [
      { id: expect.any(Number), state: 'paid', total: 35.5, createdAt: at, lines: [{ ...named, quantity: 1 }] },
      { id: expect.any(Number), state: 'paid', total: 40, createdAt: at, lines: [{ ...named, quantity: 1 }] },
    ],
    scans: [{ id: expect.any(Number), ticketId: ticket.id, ...named, result: 'accepted', reason: 'valid', outcome: 'accepted', at }],
    notes: [],
    history: [],
  });
  expect((await desk.desk.queue({ status: 'Pending' })).items).toMatchObject([{ id: guest.id, age: 28, purchases: 2, visits: 1 }]);
});

test('a guest without a birthdate is listed at the desk without an age', async () => {
  const desk = await openDesk();
  const { id } = await createUser(desk.ctx, { status: 'Pending', birthdate: '' });
  expect((await desk.desk.queue({ status: 'Pending' })).items).toMatchObject([{ id, age: null }]);
});

test('showing a whole personal number is logged, the number is not', async () => {
  const desk = await openDesk();
  const guest = await createUser(desk.ctx, { personalNumber: '01001012345' });
  expect(await desk.desk.showPersonalNumber({ id: guest.id })).toEqual({ personalNumber: '01001012345' });
  expect(await lastEntry(desk)).toMatchObject({
    staffId: desk.admin.id,
    action: 'guest.show_number',
    subject: `guest ${guest.id}`,
    detail: {},
  });
  await expect(desk.desk.showPersonalNumber({ id: 999_999 })).rejects.toMatchObject(refused(404, 'user_not_found'));
});

test('a status is changed with its reason, and the history of the guest shows it', async () => {
  const desk = await openDesk();
  const guest = await createUser(desk.ctx, { status: 'Pending' });
  const body = { status: 'Rejected', from: 'Pending', tellGuest: false, reason: ' The profile is empty ' } as const;
  await desk.desk.changeStatus({ id: guest.id, body });
  expect(await storedUser(desk.ctx, guest.id)).toMatchObject({ status: 'Rejected' });
  expect((await desk.desk.get({ id: guest.id })).history).toEqual([
    {
      id: expect.any(Number),
      at: '2026-11-20T18:00:00+04:00',
      staff: { id: desk.admin.id, name: 'Tamar Kapanadze' },
      action: 'guest.status',
      subject: `guest ${guest.id}`,
      detail: { before: 'Pending', after: 'Rejected', reason: 'The profile is empty', tellGuest: false },
    },
  ]);
});

test('of two who decide at once the second gets a conflict, and nothing is overwritten', async () => {
  const desk = await openDesk();
  const guest = await createUser(desk.ctx, { status: 'Pending' });
  await desk.desk.changeStatus({ id: guest.id, body: { status: 'Verified', from: 'Pending', tellGuest: false } });
  const late = desk.desk.changeStatus({ id: guest.id, body: { status: 'Rejected', from: 'Pending', tellGuest: false } });
  await expect(late).rejects.toMatchObject(refused(409, 'conflict'));
  expect(await storedUser(desk.ctx, guest.id)).toMatchObject({ status: 'Verified' });
  expect(await countEntries(desk)).toBe(1);
});

test('a refused input names its field, and nothing is changed', async () => {
  const desk = await openDesk();
  const { id } = await createUser(desk.ctx);
  const past = '2026-11-20T17:00:00+04:00';
  const bad = [
    [() => desk.desk.ban({ id, body: { reason: '  ', until: null } }), { reason: 'validation.reason_required' }],
    [() => desk.desk.ban({ id, body: { reason: 'x'.repeat(501), until: null } }), { reason: 'validation.too_long' }],
    [() => desk.desk.ban({ id, body: { reason: 'x', until: past } }), { until: 'validation.ban_in_past' }],
    [() => desk.desk.ban({ id, body: { reason: 'x', until: 'tomorrow' } }), { until: 'validation.invalid' }],
    [() => desk.desk.addNote({ id, body: { text: '' } }), { text: 'validation.note_required' }],
    [() => desk.desk.addNote({ id, body: { text: 'x'.repeat(2_001) } }), { text: 'validation.too_long' }],
    [
      () => desk.desk.changeStatus({ id, body: { status: 'Verified', tellGuest: false, reason: 'x'.repeat(501) } }),
      { reason: 'validation.too_long' },
    ],
  ] as const;
  for (const [call, errors] of bad) await expect(call()).rejects.toMatchObject(refused(400, 'invalid_input', errors));
  expect(await countEntries(desk)).toBe(0);
});

test('a guest is banned until a day or for good, and the ban is taken back; each is logged', async () => {
  const desk = await openDesk();
  const { id } = await createUser(desk.ctx);
  const until = '2026-12-01T12:00:00+04:00';
  const since = '2026-11-20T18:00:00+04:00';
  expect(await desk.desk.ban({ id, body: { reason: 'Took pictures', until } })).toEqual({ since, until, reason: 'Took pictures' });
  expect(await desk.desk.get({ id })).toMatchObject({ isBanned: true, ban: { since, until, reason: 'Took pictures' }, sessions: 1 });
  expect((await desk.desk.list({})).items.find((guest) => guest.id === id)).toMatchObject({ isBanned: true });
  await desk.desk.ban({ id, body: { reason: 'Again', until: null } });
  await desk.desk.unban({ id });
  await desk.desk.unban({ id });
  const { ban, isBanned, history } = await desk.desk.get({ id });
  expect({ ban, isBanned }).toEqual({ ban: null, isBanned: false });
  expect(history.map(({ action, detail }) => [action, detail])).toEqual([
    ['guest.unban', { before: 'for good', after: null }],
    ['guest.ban', { before: until, after: 'for good', reason: 'Again' }],
    ['guest.ban', { before: null, after: until, reason: 'Took pictures' }],
  ]);
});

test('a ban that is over has no effect', async () => {
  const desk = await openDesk();
  const { id } = await createUser(desk.ctx, { bannedAt: addDays(desk.clock.now(), -2), bannedUntil: addDays(desk.clock.now(), -1) });
  expect(await desk.desk.get({ id })).toMatchObject({ isBanned: false, ban: null });
});

test('notes are added and withdrawn, never deleted, and their texts stay out of the log', async () => {
  const desk = await openDesk();
  const [guest, other] = [await createUser(desk.ctx), await createUser(desk.ctx)];
  const note = await desk.desk.addNote({ id: guest.id, body: { text: 'Lost a coat' } });
  await expect(desk.desk.withdrawNote({ id: other.id, noteId: note.id })).rejects.toMatchObject(refused(404, 'not_found'));
  await desk.desk.withdrawNote({ id: guest.id, noteId: note.id });
  await desk.desk.withdrawNote({ id: guest.id, noteId: note.id });
  const at = '2026-11-20T18:00:00+04:00';
  const { notes, history } = await desk.desk.get({ id: guest.id });
  expect(notes).toEqual([{ id: note.id, text: 'Lost a coat', author: 'Tamar Kapanadze', createdAt: at, withdrawnAt: at }]);
  expect(history.map(({ action }) => action)).toEqual(['guest.note_withdrawn', 'guest.note']);
  expect(JSON.stringify(history)).not.toContain('coat');
  await expect(desk.desk.addNote({ id: 999_999, body: { text: 'x' } })).rejects.toMatchObject(refused(404, 'user_not_found'));
});

test('an event is switched to verified guests and back, once each in the log', async () => {
  const desk = await openDesk();
  const { id } = await createEvent(desk.ctx);
  const set = (verifiedOnly: boolean) => desk.desk.setVerifiedOnly({ id, body: { verifiedOnly } });
  expect(await set(true)).toEqual({ verifiedOnly: true, namesRequired: false });
  await set(true);
  expect(await desk.api().events.get({ id })).toMatchObject({ isVerifiedOnly: true });
  await set(false);
  expect(await countEntries(desk)).toBe(2);
  expect(await lastEntry(desk)).toMatchObject({
    action: 'night.verified_only',
    subject: `event ${id}`,
    detail: { before: 'verified', after: 'nobody' },
  });
  await expect(desk.desk.setVerifiedOnly({ id: 999_999, body: { verifiedOnly: true } })).rejects.toMatchObject(
    refused(404, 'event_not_found'),
  );
});
