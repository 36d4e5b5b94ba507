import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditEntries } from '#server/platform/platform.table.ts';
import { complimentaryOrders } from '#server/sales/tables/orders.table.ts';
import { createEvent } from '#tests/factories/events.ts';
import { firstList, listFields } from '#tests/factories/staff-lists.ts';
import { createAdmin, createUser, signInAgain } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';
import type { Guard } from '#tests/setup/guards.ts';

/** An event, its owner, and a door lead, who edits lists but may not give tickets. */
async function start(without?: Guard) {
  const app = await startTestApp({ without });
  const owner = await createAdmin(app.ctx);
  const lead = await createUser(app.ctx, { roles: ['DoorLead'] });
  const { id: eventId } = await createEvent(app.ctx);
  const given = () => app.ctx.db.select().from(complimentaryOrders);
  return { app, eventId, given, lead, owner, ofOwner: app.api(owner.accessToken).staffLists, ofLead: app.api(lead.accessToken).staffLists };
}

const people = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => {
    return { firstName: 'Ana', lastName: `Guest ${from + at}`, plusOnes: 0, email: `ana${from + at}@example.ge` };
  });
const refused = (left: number, limit: number) => ({ status: 409, body: { code: 'list_mailed_tickets', params: { left, limit } } });
const noRight = { status: 403, body: { code: 'forbidden', params: { right: 'tickets.give' } } };
const tokenOf = ({ url }: { url: string }): string => url.split('#')[1] ?? '';

/** A door lead makes a list and has it mail tickets, as staff and by its link. Returns how many were given. */
async function attack(without?: Guard): Promise<number> {
  const { app, eventId, ofLead, given } = await start(without);
  const { id } = firstList(await ofLead.add({ id: eventId, body: { ...listFields, allocation: 1_000 } }));
  const token = tokenOf(await ofLead.makeLink({ id }));
  await Promise.allSettled([
    ofLead.addEntries({ id, body: { entries: people(1, 5) } }),
    app.api().ownList.add({ body: { token, entries: people(6, 10) } }),
  ]);
  return (await given()).length;
}

test('who may edit lists and give no tickets gives none by a list or its link', async () => {
  expect(await attack()).toBe(0);
});

test('control: without the check a door lead gives tickets by a list and its link', async () => {
  expect(await attack('complimentaryRight')).toBe(10);
});

test('a list mails as many tickets as somebody who may give them allowed it, from staff and with its link together', async () => {
  const { app, eventId, ofOwner, ofLead, given } = await start();
  const { id, version } = firstList(await ofLead.add({ id: eventId, body: listFields }));
  await expect(ofLead.addEntries({ id, body: { entries: people(1, 1) } })).rejects.toMatchObject(refused(0, 0));
  const allowed = firstList(await ofOwner.change({ id, body: { ...listFields, version, mailedTickets: 2 } }));
  expect(allowed).toMatchObject({ mailedTickets: 2, mailed: 0 });
  await expect(ofLead.addEntries({ id, body: { entries: people(1, 3) } })).rejects.toMatchObject(refused(2, 2));
  const { entries } = firstList(await ofLead.addEntries({ id, body: { entries: people(1, 1) } }));
  const { ownList } = app.api();
  const token = tokenOf(await ofLead.makeLink({ id }));
  expect(await ownList.read({ body: { token } })).toMatchObject({ ticketsLeft: 1 });
  expect(await ownList.add({ body: { token, entries: people(2, 2) } })).toMatchObject({ ticketsLeft: 0, people: 2 });
  await expect(ownList.add({ body: { token, entries: people(3, 3) } })).rejects.toMatchObject(refused(0, 2));
  expect(await given()).toHaveLength(2);
  // A ticket that was revoked with its name is free for another one; staff who may give tickets have no limit.
  await ofLead.removeEntry({ id: entries[0]?.id ?? 0 });
  await ownList.add({ body: { token, entries: people(3, 3) } });
  expect(firstList(await ofOwner.addEntries({ id, body: { entries: people(4, 6) } }))).toMatchObject({ mailed: 5 });
  await expect(ofLead.bringBackEntry({ id: entries[0]?.id ?? 0 })).rejects.toMatchObject(refused(0, 2));
  expect(await ownList.read({ body: { token } })).toMatchObject({ ticketsLeft: 0 });
  await ownList.add({ body: { token, entries: [{ firstName: 'Luka', lastName: 'Drift', plusOnes: 0 }] } });
});

test('only who may give tickets says how many a list mails, and the log has it', async () => {
  const { app, eventId, ofOwner, ofLead } = await start();
  await expect(ofLead.add({ id: eventId, body: { ...listFields, mailedTickets: 1 } })).rejects.toMatchObject(noRight);
  const { id, version } = firstList(await ofOwner.add({ id: eventId, body: { ...listFields, mailedTickets: 3 } }));
  const change = (mailedTickets?: number, seen = version) =>
    ofLead.change({ id, body: { ...listFields, version: seen, ...(mailedTickets !== undefined && { mailedTickets }) } });
  await expect(change(4)).rejects.toMatchObject(noRight);
  await expect(change(0)).rejects.toMatchObject(noRight);
  expect(firstList(await change(3))).toMatchObject({ mailedTickets: 3 });
  expect(firstList(await change(undefined, version + 1))).toMatchObject({ mailedTickets: 3 });
  const [entry] = await app.ctx.db.select().from(auditEntries).where(eq(auditEntries.action, 'list.add'));
  expect(entry?.detail).toMatchObject({ after: { mailedTickets: 3 } });
});

test('the tickets of a link are given in the name of who made the link', async () => {
  const { app, eventId, owner, lead, ofOwner, ofLead, given } = await start();
  const { id } = firstList(await ofOwner.add({ id: eventId, body: { ...listFields, mailedTickets: 3 } }));
  const byLead = tokenOf(await ofLead.makeLink({ id }));
  await app.api().ownList.add({ body: { token: byLead, entries: people(1, 1) } });
  const byOwner = tokenOf(await ofOwner.makeLink({ id }));
  await app.api().ownList.add({ body: { token: byOwner, entries: people(2, 2) } });
  expect((await given()).map(({ givenBy }) => givenBy)).toEqual([lead.id, owner.id]);
});

test('twenty complimentary tickets within an hour are an alert, given directly, by a list and by its link together', async () => {
  const { app, eventId, owner, ofOwner } = await start();
  const complimentary = { email: 'eka@example.ge', firstName: 'Eka', lastName: 'Lomidze', reason: 'Press', language: 'en' as const };
  const { id } = firstList(await ofOwner.add({ id: eventId, body: { ...listFields, allocation: 30, mailedTickets: 30 } }));
  const token = tokenOf(await ofOwner.makeLink({ id }));
  await ofOwner.addEntries({ id, body: { entries: people(1, 9) } });
  app.clock.advanceMinutes(61);
  const staff = app.api(await signInAgain(app.ctx, owner.id));
  await staff.staffLists.addEntries({ id, body: { entries: people(10, 19) } });
  await staff.staffTicketTypes.give({ id: eventId, body: { ...complimentary, quantity: 5, ticketTypeId: null } });
  await app.api().ownList.add({ body: { token, entries: people(20, 23) } });
  const open = async () => (await staff.alertInbox.list({})).items;
  expect(await open()).toEqual([]);
  await app.api().ownList.add({ body: { token, entries: people(24, 24) } });
  expect(await open()).toMatchObject([{ kind: 'gifts_many', detail: '20 complimentary tickets within an hour.' }]);
});
