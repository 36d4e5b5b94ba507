import { randomUUID } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '#server/accounts/accounts.table.ts';
import { events } from '#server/content/content.table.ts';
import { mails } from '#server/platform/platform.table.ts';
import { mailKinds } from '#server/registry.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { toWireTime } from '#shared/dates.ts';
import { findFaults } from '#tests/factories/books.ts';
import { buyForFriends, codeOf, placesOf, shareLink, ticketsAt } from '#tests/factories/claims.ts';
import { createEvent } from '#tests/factories/events.ts';
import { complimentary } from '#tests/factories/complimentary.ts';
import { buyTickets, createGuest, sellOut, tokenIn } from '#tests/factories/sold-out.ts';
import { createAdmin } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { returnRefused } from './return-places.jobs.ts';

const refused = (code: string) => ({ body: { code } });
const named = { namesRequired: true };

test('where nobody must be known, every place has its code and nothing waits to be claimed', async () => {
  const app = await startTestApp();
  const { seller } = await sellOut(app, 3);
  const mine = await seller.api.tickets.mine();
  expect(mine).toHaveLength(3);
  expect(Object.keys(mine[0] ?? {})).toEqual(['id', 'basket', 'qrCodeUrl', 'isUsedTicket', 'holderName', 'usedAt', 'code']);
  expect(await seller.api.claims.mine()).toEqual({ groups: [], waiting: [] });
});

test('a buyer keeps one place; each friend claims one with the same link, and gets a code', async () => {
  const app = await startTestApp();
  const { eventId, buyer } = await buyForFriends(app, 3, named);
  expect(await buyer.api.tickets.mine()).toHaveLength(1);
  expect(await placesOf(buyer)).toEqual(['unclaimed', 'unclaimed']);
  const body = await shareLink(buyer);
  expect(await app.api().transfers.look({ body })).toMatchObject({ from: 'Nino', left: 2, state: 'open' });

  const [luka, ana, gio] = [
    await createGuest(app, { firstName: 'Luka', status: 'Unverified' }),
    await createGuest(app, { firstName: 'Ana' }),
    await createGuest(app, { firstName: 'Gio' }),
  ];
  const first = await luka.api.transfers.take({ body });
  expect(first).toEqual({ ticketId: expect.any(Number), isWaiting: false });
  expect(await luka.api.transfers.take({ body }), 'again').toEqual(first);
  await ana.api.transfers.take({ body });
  expect(await app.api().transfers.look({ body })).toMatchObject({ left: 0, state: 'taken' });
  await expect(gio.api.transfers.take({ body })).rejects.toMatchObject(refused('transfer_ended'));
  expect(await placesOf(buyer)).toEqual(['claimed Luka', 'claimed Ana']);
  expect(new Set([await codeOf(buyer), await codeOf(luka), await codeOf(ana)]).size).toBe(3);
  const valid = (await ticketsAt(app, eventId)).filter(({ state }) => state === 'valid');
  expect(new Set(valid.map(({ claim, userId }) => `${claim} ${userId}`))).toEqual(
    new Set([buyer, luka, ana].map(({ id }) => `claimed ${id}`)),
  );
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('an unverified friend waits; the desk verifies, and the code comes by mail and on the screen', async () => {
  const app = await startTestApp();
  const { buyer } = await buyForFriends(app, 2);
  const body = await shareLink(buyer);
  const luka = await createGuest(app, { firstName: 'Luka', status: 'Pending' });
  const { ticketId, isWaiting } = await luka.api.transfers.take({ body });
  expect(isWaiting).toBe(true);
  expect(await luka.api.tickets.mine()).toEqual([]);
  expect((await luka.api.claims.mine()).waiting).toMatchObject([{ ticketId }]);
  await expect(luka.api.tickets.pdf({ id: ticketId })).rejects.toMatchObject(refused('ticket_not_found'));
  expect(await placesOf(buyer)).toEqual(['waiting Luka']);

  const desk = app.api((await createAdmin(app.ctx)).accessToken);
  await desk.guests.changeStatus({ id: luka.id, body: { status: 'Verified', tellGuest: false } });
  expect(await codeOf(luka)).toContain('V1.');
  const sent = await app.ctx.db.select().from(mails).where(eq(mails.recipient, luka.email)).orderBy(asc(mails.id));
  expect(sent.at(-1)).toMatchObject({ kind: 'ticket', payload: { ticketId } });
  expect(await placesOf(buyer)).toEqual(['claimed Luka']);
});

test('a changed name makes a verified guest’s ticket wait again; only a new decision brings its code back', async () => {
  const app = await startTestApp();
  const { buyer } = await buyForFriends(app, 1);
  const before = await codeOf(buyer);
  const change = { firstName: 'Nina', lastName: 'Beridze', phoneNumber: '+995 555 12 34 56', country: 'Georgia', birthdate: '1998-04-12' };
  await buyer.api.accounts.updateMe({ body: { ...change, socialMediaProfileLink: 'https://instagram.com/nino' } });
  expect(await buyer.api.tickets.mine()).toEqual([]);
  const desk = app.api((await createAdmin(app.ctx)).accessToken);
  await desk.guests.changeStatus({ id: buyer.id, body: { status: 'Verified', tellGuest: false } });
  expect(await codeOf(buyer)).toBe(before);
});

test.each<[string, (desk: ReturnType<TestApp['api']>, id: number) => Promise<unknown>]>([
  ['rejects', (desk, id) => desk.guests.changeStatus({ id, body: { status: 'Rejected', tellGuest: false } })],
  ['bans', (desk, id) => desk.guests.ban({ id, body: { reason: 'Fight', until: null } })],
])('when the desk %s a friend, the code ends at once; later the place is its buyer’s again and both get a mail', async (_, decide) => {
  const club = await startTestApp();
  const { buyer } = await buyForFriends(club, 2);
  const body = await shareLink(buyer);
  const luka = await createGuest(club, { firstName: 'Luka' });
  await luka.api.transfers.take({ body });
  const code = (await codeOf(luka)) ?? '';
  const admin = club.api((await createAdmin(club.ctx)).accessToken);
  await decide(admin, luka.id);
  expect(await placesOf(buyer)).toEqual(['waiting Luka']);
  expect(await luka.api.tickets.mine()).toEqual([]);
  expect(await club.ctx.db.select().from(mails).where(eq(mails.kind, 'place-returned'))).toEqual([]);
  await returnRefused.run(club.ctx, { userId: luka.id });
  expect(await placesOf(buyer)).toEqual(['unclaimed']);
  expect((await club.ctx.db.select().from(mails).where(eq(mails.kind, 'place-returned'))).map(({ recipient }) => recipient)).toEqual([
    buyer.email,
    luka.email,
  ]);
  const ticketId = Number(/Ticket ID: (\d+)/.exec(code)?.[1]);
  await expect(admin.door.scan({ body: { ticketId, code, isReject: false } })).rejects.toMatchObject(refused('ticket_transferred'));
  const ana = await createGuest(club, { firstName: 'Ana' });
  await ana.api.transfers.take({ body });
  expect(await placesOf(buyer)).toEqual(['claimed Ana']);
  expect(await findFaults(club.ctx)).toEqual([]);
  for (const to of ['buyer', 'guest'] as const) {
    const [mail] = await club.ctx.db.select().from(mails).where(eq(mails.kind, 'place-returned'));
    const payload = { transferId: Number(Reflect.get(mail?.payload ?? {}, 'transferId')), to };
    expect((await mailKinds['place-returned'].render(club.ctx, { payload, language: 'ka' }))?.subject).toContain('ღამე');
  }
});

test.each<[string, (desk: ReturnType<TestApp['api']>, id: number) => Promise<() => Promise<unknown>>, typeof named | undefined]>([
  [
    'a rejection',
    async (desk, id) => {
      await desk.guests.changeStatus({ id, body: { status: 'Rejected', tellGuest: false } });
      return () => desk.guests.changeStatus({ id, body: { status: 'Verified', tellGuest: false } });
    },
    undefined,
  ],
  [
    'a ban',
    async (desk, id) => {
      await desk.guests.ban({ id, body: { reason: 'Fight', until: null } });
      return () => desk.guests.unban({ id });
    },
    named,
  ],
])('%s that is taken back in time leaves the friend the place and the code, without another mail', async (_, decide, event) => {
  const club = await startTestApp();
  const { buyer } = await buyForFriends(club, 2, event);
  const luka = await createGuest(club, { firstName: 'Luka' });
  await luka.api.transfers.take({ body: await shareLink(buyer) });
  const code = await codeOf(luka);
  const mailed = await club.ctx.db.$count(mails);
  const takeBack = await decide(club.api((await createAdmin(club.ctx)).accessToken), luka.id);
  expect(await placesOf(buyer)).toEqual(['waiting Luka']);
  expect(await queuedReturns(club)).toBe(1);
  await takeBack();
  expect(await queuedReturns(club)).toBe(0);
  await returnRefused.run(club.ctx, { userId: luka.id });
  expect(await placesOf(buyer)).toEqual(['claimed Luka']);
  expect(await codeOf(luka)).toBe(code);
  expect(await club.ctx.db.$count(mails)).toBe(mailed);
});

test('a friend who was rejected by mistake before any code gets it by mail with the verification', async () => {
  const club = await startTestApp();
  const { buyer } = await buyForFriends(club, 2);
  const luka = await createGuest(club, { firstName: 'Luka', status: 'Pending' });
  const { ticketId } = await luka.api.transfers.take({ body: await shareLink(buyer) });
  const desk = club.api((await createAdmin(club.ctx)).accessToken);
  await desk.guests.changeStatus({ id: luka.id, body: { status: 'Rejected', tellGuest: false } });
  await desk.guests.changeStatus({ id: luka.id, body: { status: 'Verified', tellGuest: false } });
  expect(await codeOf(luka)).toContain('V1.');
  const sent = await club.ctx.db.select().from(mails).where(eq(mails.recipient, luka.email));
  expect(sent).toMatchObject([{ kind: 'ticket', payload: { ticketId } }]);
});

const queuedReturns = async ({ ctx }: TestApp) =>
  (await ctx.db.execute(sql`select from graphile_worker.jobs where task_identifier = 'return-refused'`)).rowCount;

test('a ban that ends before the event returns nothing', async () => {
  const club = await startTestApp();
  const startsAt = new Date(club.clock.now().getTime() + 48 * 3_600_000);
  const { buyer } = await buyForFriends(club, 2, { ...named, startsAt });
  const luka = await createGuest(club, { firstName: 'Luka' });
  await luka.api.transfers.take({ body: await shareLink(buyer) });
  const desk = club.api((await createAdmin(club.ctx)).accessToken);
  const until = (hours: number) => toWireTime(new Date(club.clock.now().getTime() + hours * 3_600_000));
  await desk.guests.ban({ id: luka.id, body: { reason: 'Fight', until: until(24) } });
  expect(await queuedReturns(club)).toBe(0);
  await returnRefused.run(club.ctx, { userId: luka.id });
  expect(await placesOf(buyer)).toEqual(['claimed Luka']);
  await desk.guests.ban({ id: luka.id, body: { reason: 'Fight', until: until(72) } });
  expect(await placesOf(buyer)).toEqual(['waiting Luka']);
  await returnRefused.run(club.ctx, { userId: luka.id });
  expect(await placesOf(buyer)).toEqual(['unclaimed']);
});

test('a buyer takes a waiting place back, which no other guest can, nor the buyer once it has its code', async () => {
  const club = await startTestApp();
  const { buyer } = await buyForFriends(club, 3);
  const body = await shareLink(buyer);
  const luka = await createGuest(club, { firstName: 'Luka', status: 'Pending' });
  const ana = await createGuest(club, { firstName: 'Ana' });
  const waiting = await luka.api.transfers.take({ body });
  const claimed = await ana.api.transfers.take({ body });
  for (const guest of [luka, ana])
    await expect(guest.api.claims.takeBack({ id: waiting.ticketId })).rejects.toMatchObject(refused('ticket_not_found'));
  await expect(buyer.api.claims.takeBack({ id: claimed.ticketId })).rejects.toMatchObject(refused('ticket_not_found'));
  await buyer.api.claims.takeBack({ id: waiting.ticketId });
  expect((await placesOf(buyer)).toSorted()).toEqual(['claimed Ana', 'unclaimed']);
  expect((await luka.api.claims.mine()).waiting).toEqual([]);
  const [mail, ...others] = await club.ctx.db.select().from(mails).where(eq(mails.kind, 'place-returned'));
  expect([mail?.recipient, others]).toEqual([luka.email, []]);
  const payload = { transferId: Number(Reflect.get(mail?.payload ?? {}, 'transferId')), to: 'guest', isTakenBack: true } as const;
  expect(mail?.payload).toEqual(payload);
  expect((await mailKinds['place-returned'].render(club.ctx, { payload, language: 'en' }))?.text).toContain('took it back');
  expect(await findFaults(club.ctx)).toEqual([]);
});

test('a friend who deletes the account gives the place back; the own tickets of a buyer still stop a deletion', async () => {
  const club = await startTestApp();
  const { buyer } = await buyForFriends(club, 2, named);
  const luka = await createGuest(club, { firstName: 'Luka' });
  await luka.api.transfers.take({ body: await shareLink(buyer) });
  await luka.api.privacy.deleteAccount({ body: { password: luka.password } });
  expect(await placesOf(buyer)).toEqual(['unclaimed']);
  await expect(buyer.api.privacy.deleteAccount({ body: { password: buyer.password } })).rejects.toMatchObject(
    refused('account_has_tickets'),
  );
});

test.each<[string, Parameters<typeof createGuest>[1], string]>([
  ['is banned', { bannedAt: new Date(0) }, 'banned'],
  ['was rejected', { status: 'Rejected' }, 'account_rejected'],
  ['has not proved the address', { emailProvedAt: null }, 'email_not_proved'],
])('who %s claims nothing', async (_, facts, code) => {
  const club = await startTestApp();
  const { buyer } = await buyForFriends(club, 2);
  const body = await shareLink(buyer);
  const friend = await createGuest(club, facts);
  await expect(friend.api.transfers.take({ body })).rejects.toMatchObject(refused(code));
  expect(await placesOf(buyer)).toEqual(['unclaimed']);
});

test('one guest has one place: a second claim, a second purchase and an own link give no second code', async () => {
  const club = await startTestApp();
  const { eventId, buyer } = await buyForFriends(club, 2, { ...named, ticketsPerPerson: 4 });
  const body = await shareLink(buyer);
  await expect(buyer.api.transfers.take({ body })).rejects.toMatchObject(refused('own_ticket'));
  const luka = await createGuest(club, { firstName: 'Luka' });
  await buyTickets(club, luka, { eventId, quantity: 1 });
  await expect(luka.api.transfers.take({ body })).rejects.toMatchObject(refused('has_place'));
  await buyTickets(club, luka, { eventId, quantity: 1 });
  expect(await luka.api.tickets.mine()).toHaveLength(1);
  expect(await placesOf(luka)).toEqual(['unclaimed']);
  await expect(luka.api.claims.keep({ id: (await luka.api.claims.mine()).groups[0]?.places[0]?.ticketId ?? 0 })).rejects.toMatchObject(
    refused('has_place'),
  );
});

/** Buys two tickets and transfers the own one to Luka. Returns the buyer. */
async function giveOwnAway(club: TestApp) {
  const { buyer } = await buyForFriends(club, 2, named);
  const [own] = await buyer.api.tickets.mine();
  const { url } = await buyer.api.transfers.makeLink({ id: own?.id ?? 0 });
  const luka = await createGuest(club, { firstName: 'Luka' });
  await luka.api.transfers.take({ body: { token: tokenIn(url) } });
  return buyer;
}

test('a buyer who gave the own place away keeps one of the others', async () => {
  const club = await startTestApp();
  const buyer = await giveOwnAway(club);
  const [group] = (await buyer.api.claims.mine()).groups;
  expect(group?.mayKeep).toBe(true);
  const unclaimed = group?.places.find(({ state }) => state === 'unclaimed')?.ticketId ?? 0;
  await buyer.api.claims.keep({ id: unclaimed });
  expect((await buyer.api.tickets.mine()).map(({ id }) => id)).toEqual([unclaimed]);
  expect(await placesOf(buyer)).toEqual(['claimed Luka']);
});

test('a banned buyer keeps no place, because the door would refuse its code', async () => {
  const club = await startTestApp();
  const buyer = await giveOwnAway(club);
  const place = (await buyer.api.claims.mine()).groups.flatMap(({ places }) => places).find(({ state }) => state === 'unclaimed');
  await club.ctx.db.update(users).set({ bannedAt: club.clock.now() }).where(eq(users.id, buyer.id));
  await expect(buyer.api.claims.keep({ id: place?.ticketId ?? 0 })).rejects.toMatchObject(refused('banned'));
});

const toBefore = (app: TestApp, minutes: number): Date => new Date(app.clock.now().getTime() - minutes * 60_000);

test('nobody keeps a place of an event that is over or cancelled', async () => {
  const app = await startTestApp();
  const { buyer, eventId } = await buyForFriends(app, 2, named);
  const friend = await createGuest(app);
  const [own] = await buyer.api.tickets.mine();
  await app.ctx.db
    .update(tickets)
    .set({ userId: friend.id })
    .where(eq(tickets.id, own?.id ?? 0));
  const id =
    (await buyer.api.claims.mine()).groups.flatMap(({ places }) => places).find(({ state }) => state === 'unclaimed')?.ticketId ?? 0;
  await app.ctx.db.update(events).set({ state: 'cancelled' }).where(eq(events.id, eventId));
  await expect(buyer.api.claims.keep({ id })).rejects.toMatchObject(refused('transfer_over'));
  await app.ctx.db
    .update(events)
    .set({ state: 'published', startsAt: toBefore(app, 120), endsAt: toBefore(app, 1) })
    .where(eq(events.id, eventId));
  await expect(buyer.api.claims.keep({ id })).rejects.toMatchObject(refused('transfer_over'));
});

test('a place that returns where nobody must be known any more has its code at once', async () => {
  const app = await startTestApp();
  const { buyer, eventId } = await buyForFriends(app, 2, named);
  const luka = await createGuest(app, { firstName: 'Luka' });
  await luka.api.transfers.take({ body: await shareLink(buyer) });
  const desk = app.api((await createAdmin(app.ctx)).accessToken);
  await desk.guests.setVerifiedOnly({ id: eventId, body: { verifiedOnly: false, namesRequired: false } });
  await luka.api.privacy.deleteAccount({ body: { password: luka.password } });
  expect(await buyer.api.tickets.mine()).toHaveLength(2);
});

test('a place with a link of its own is not among those of the common link, and an ended link gives nothing', async () => {
  const club = await startTestApp();
  const { buyer } = await buyForFriends(club, 3, named);
  const body = await shareLink(buyer);
  const [group] = (await buyer.api.claims.mine()).groups;
  const { url } = await buyer.api.transfers.makeLink({ id: group?.places[0]?.ticketId ?? 0 });
  expect(await placesOf(buyer)).toEqual(['linked', 'unclaimed']);
  expect(await club.api().transfers.look({ body })).toMatchObject({ left: 1 });
  const luka = await createGuest(club, { firstName: 'Luka' });
  await luka.api.transfers.take({ body: { token: tokenIn(url) } });
  expect((await placesOf(buyer)).toSorted()).toEqual(['claimed Luka', 'unclaimed']);
  await buyer.api.claims.endLink({ id: group?.id ?? 0 });
  const ana = await createGuest(club);
  await expect(ana.api.transfers.take({ body })).rejects.toMatchObject(refused('transfer_ended'));
  await expect(ana.api.claims.makeLink({ id: group?.id ?? 0 })).rejects.toMatchObject(refused('ticket_not_found'));
});

test('links end the club’s hours before the doors', async () => {
  const club = await startTestApp();
  const startsAt = new Date(club.clock.now().getTime() + 190 * 60_000);
  const { buyer } = await buyForFriends(club, 2, { ...named, startsAt });
  const body = await shareLink(buyer);
  const luka = await createGuest(club);
  club.clock.advanceMinutes(11);
  expect(await club.api().transfers.look({ body })).toMatchObject({ state: 'over' });
  await expect(luka.api.transfers.take({ body })).rejects.toMatchObject(refused('transfer_over'));
  const [group] = (await buyer.api.claims.mine()).groups;
  expect(group?.isOver).toBe(true);
  await expect(buyer.api.claims.makeLink({ id: group?.id ?? 0 })).rejects.toMatchObject(refused('transfer_over'));
});

test('the mail of an order has the buyer’s code and says how friends get theirs', async () => {
  const club = await startTestApp();
  const { buyer } = await buyForFriends(club, 3);
  const [mail] = await club.ctx.db.select().from(mails).where(eq(mails.kind, 'ticket'));
  const payload = { orderId: Number(Reflect.get(mail?.payload ?? {}, 'orderId')) };
  const written = await mailKinds.ticket.render(club.ctx, { payload, language: 'en' });
  expect(written?.text).toContain('2 tickets are for friends.');
  expect(written?.text.match(/V1\./g)).toHaveLength(1);
  expect(written?.text).toContain((await codeOf(buyer))?.split('\n').at(-1));
});

test('complimentary tickets of such an event: one is the guest’s, the others are to be claimed', async () => {
  const club = await startTestApp();
  const { id: eventId } = await createEvent(club.ctx, named);
  const guest = await createGuest(club);
  const desk = club.api((await createAdmin(club.ctx)).accessToken);
  await desk.staffTicketTypes.give({ id: eventId, body: { ...complimentary, email: guest.email, quantity: 3 } });
  expect(await guest.api.tickets.mine()).toHaveLength(1);
  expect(await placesOf(guest)).toEqual(['unclaimed', 'unclaimed']);
});

test('an event that no longer wants names gives each ticket without a code its code, once staff confirmed how many', async () => {
  const club = await startTestApp();
  const { eventId, buyer } = await buyForFriends(club, 3);
  const body = await shareLink(buyer);
  const luka = await createGuest(club, { firstName: 'Luka', status: 'Pending' });
  await luka.api.transfers.take({ body });
  const desk = club.api((await createAdmin(club.ctx)).accessToken);
  const set = (setting: { verifiedOnly: boolean; namesRequired?: boolean; confirmedCodes?: number }) =>
    desk.guests.setVerifiedOnly({ id: eventId, body: setting });
  const unconfirmed = { status: 409, body: { code: 'codes_to_confirm', params: { count: 1 } } };
  const loosened = { verifiedOnly: false, namesRequired: true };
  await expect(set(loosened)).rejects.toMatchObject(unconfirmed);
  await expect(set({ ...loosened, confirmedCodes: 2 })).rejects.toMatchObject(unconfirmed);
  expect(await luka.api.tickets.mine()).toEqual([]);
  await set({ ...loosened, confirmedCodes: 1 });
  expect(await luka.api.tickets.mine()).toHaveLength(1);
  expect(await placesOf(buyer)).toContain('unclaimed');

  expect(await set({ verifiedOnly: false }), 'names stay as they are').toEqual(loosened);
  expect(await set({ verifiedOnly: true })).toEqual({ verifiedOnly: true, namesRequired: true });
  expect(await set({ verifiedOnly: false }), 'a client that knows no names restores them').toEqual(loosened);
  const open = { verifiedOnly: false, namesRequired: false };
  await expect(set(open)).rejects.toMatchObject(unconfirmed);
  await set({ ...open, confirmedCodes: 1 });
  expect(await buyer.api.tickets.mine()).toHaveLength(2);
  const claims = (await ticketsAt(club, eventId)).filter(({ state }) => state === 'valid').map(({ claim, userId }) => `${claim} ${userId}`);
  expect(claims.toSorted(), 'what was claimed stays its guest’s').toEqual(
    [`bearer ${buyer.id}`, `claimed ${buyer.id}`, `claimed ${luka.id}`].toSorted(),
  );
  await expect((await createGuest(club)).api.transfers.take({ body })).rejects.toMatchObject(refused('transfer_ended'));
  expect(await findFaults(club.ctx)).toEqual([]);
});

test('an account whose address is not proved gives away no tickets that the club sent there', async () => {
  const club = await startTestApp();
  const { id: eventId } = await createEvent(club.ctx, named);
  const other = await createGuest(club, { emailProvedAt: null });
  const desk = club.api((await createAdmin(club.ctx)).accessToken);
  await desk.staffTicketTypes.give({ id: eventId, body: { ...complimentary, email: other.email, quantity: 3 } });
  const [ticket] = await ticketsAt(club, eventId);
  await expect(other.api.claims.makeLink({ id: ticket?.orderLineId ?? 0 })).rejects.toMatchObject(refused('ticket_not_found'));
});

test('at the door a ticket without a name is refused with what to do, until the door lead writes the name down', async () => {
  const club = await startTestApp();
  const { eventId, buyer } = await buyForFriends(club, 2, {
    ...named,
    startsAt: club.clock.now(),
    endsAt: new Date(club.clock.now().getTime() + 3_600_000),
  });
  const [place] = (await buyer.api.claims.mine()).groups.flatMap(({ places }) => places);
  const lead = club.api((await createAdmin(club.ctx)).accessToken);
  const scan = { ticketId: place?.ticketId ?? 0, isReject: false, eventId };
  await expect(lead.door.scan({ body: scan })).rejects.toMatchObject({ status: 409, ...refused('needs_name') });
  const scanId = randomUUID();
  expect(await lead.door.scan({ body: { ...scan, scanId, name: 'Giorgi Maisuradze' } })).toMatchObject({
    result: 'accepted',
    ticket: { holderName: 'Giorgi Maisuradze' },
  });
  await expect(lead.door.scan({ body: scan })).rejects.toMatchObject(refused('ticket_used'));
  expect(await placesOf(buyer)).toEqual(['entered Giorgi Maisuradze']);
  expect(await buyer.api.tickets.mine(), 'no code of the named guest').toHaveLength(1);
  await lead.door.undo({ body: { scanId } });
  expect(await buyer.api.tickets.mine(), 'nor after an undo').toHaveLength(1);
  await expect(lead.door.scan({ body: scan })).rejects.toMatchObject(refused('needs_name'));
});

test('a waiting guest is not let in by a name alone', async () => {
  const club = await startTestApp();
  const { eventId, buyer } = await buyForFriends(club, 2);
  const luka = await createGuest(club, { firstName: 'Luka', status: 'Pending' });
  const { ticketId } = await luka.api.transfers.take({ body: await shareLink(buyer) });
  const lead = club.api((await createAdmin(club.ctx)).accessToken);
  await expect(lead.door.scan({ body: { ticketId, isReject: false, eventId, name: 'Luka' } })).rejects.toMatchObject(refused('needs_name'));
  await club.ctx.db.update(users).set({ status: 'Verified' }).where(eq(users.id, luka.id));
  await expect(lead.door.scan({ body: { ticketId, isReject: false, eventId } }), 'without a decision').rejects.toMatchObject(
    refused('needs_name'),
  );
});

test('a complimentary ticket has its code at once, whatever the status of its guest: the club named the guest', async () => {
  const club = await startTestApp();
  const { id: eventId } = await createEvent(club.ctx, { verifiedOnly: true });
  const guest = await createGuest(club, { status: 'Pending' });
  const desk = club.api((await createAdmin(club.ctx)).accessToken);
  await desk.staffTicketTypes.give({ id: eventId, body: { ...complimentary, email: guest.email, quantity: 1 } });
  expect(await guest.api.tickets.mine()).toHaveLength(1);
  await desk.guests.changeStatus({ id: guest.id, body: { from: 'Pending', status: 'Check_Later', tellGuest: false } });
  expect(await guest.api.tickets.mine(), 'whatever is decided later').toHaveLength(1);
});

test('who has no code yet reads of a cancelled event, too', async () => {
  const club = await startTestApp();
  const { eventId, buyer } = await buyForFriends(club, 2);
  const luka = await createGuest(club, { status: 'Pending' });
  await luka.api.transfers.take({ body: await shareLink(buyer) });
  const desk = club.api((await createAdmin(club.ctx)).accessToken);
  const { version } = await desk.staffEvents.get({ id: eventId });
  await desk.staffEvents.changeState({ id: eventId, body: { version, state: 'cancelled', reason: 'No power' } });
  const [notice] = await club.ctx.db.select().from(mails).where(eq(mails.recipient, luka.email));
  const payload = { noticeId: Number(Reflect.get(notice?.payload ?? {}, 'noticeId')), userId: luka.id };
  expect(await mailKinds['event-notice'].render(club.ctx, { payload, language: 'en' })).toBeDefined();
});

test('the order tells each claim and return, the report counts them, and the event’s page says that tickets have names', async () => {
  const club = await startTestApp();
  const { eventId, buyer } = await buyForFriends(club, 3);
  const body = await shareLink(buyer);
  const [luka, ana] = [await createGuest(club, { firstName: 'Luka' }), await createGuest(club, { firstName: 'Ana', status: 'Pending' })];
  await luka.api.transfers.take({ body });
  await ana.api.transfers.take({ body });
  const desk = club.api((await createAdmin(club.ctx)).accessToken);
  await desk.guests.ban({ id: luka.id, body: { reason: 'Fight', until: null } });
  await returnRefused.run(club.ctx, { userId: luka.id });
  const [order] = (await desk.staffOrders.list({ limit: 1 })).items;
  const logged = await desk.staffOrders.timeline({ id: order?.id ?? 0 });
  expect(logged.filter(({ kind }) => kind === 'claimed' || kind === 'place_returned').map(({ kind, what }) => `${kind} ${what}`)).toEqual([
    'claimed Luka Beridze',
    'claimed Ana Beridze',
    'place_returned Nino Beridze',
  ]);
  const states = (await desk.staffMoney.order({ id: order?.id ?? 0 })).tickets.filter(({ state }) => state === 'valid');
  expect(states.map(({ claim }) => claim).toSorted()).toEqual(['claimed', 'unclaimed', 'waiting']);
  expect((await desk.staffReports.event({ id: eventId })).claims).toEqual({ claimed: 1, waiting: 1, unclaimed: 1, resold: 0 });
  expect((await club.api().events.get({ id: eventId })).namesRequired).toBe(true);
  const plain = await createEvent(club.ctx);
  expect(await club.api().events.get({ id: plain.id })).not.toHaveProperty('namesRequired');
});

test('where accounts of one person share their places, the person has one place', async () => {
  const club = await startTestApp({ env: { PLACES_SHARED_BY_PERSON: 'true' } });
  const { buyer } = await buyForFriends(club, 3, { ...named, ticketsPerPerson: 4 });
  const body = await shareLink(buyer);
  const [first, second] = [
    await createGuest(club, { personalNumber: '01001077001' }),
    await createGuest(club, { personalNumber: '01001077001' }),
  ];
  await first.api.transfers.take({ body });
  await expect(second.api.transfers.take({ body })).rejects.toMatchObject(refused('has_place'));
  const { buyer: third } = await buyForFriends(club, 1, { ...named, ticketsPerPerson: 4 }, second);
  const eventId = (await third.api.tickets.mine())[0]?.basket.eventId ?? 0;
  const fourth = await createGuest(club, { personalNumber: '01001077001' });
  await buyTickets(club, fourth, { eventId, quantity: 1 });
  const [place] = (await fourth.api.claims.mine()).groups.flatMap(({ places }) => places);
  expect(place).toMatchObject({ state: 'unclaimed' });
  await expect(fourth.api.claims.keep({ id: place?.ticketId ?? 0 })).rejects.toMatchObject(refused('has_place'));
});
