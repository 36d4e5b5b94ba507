import { expect, test } from 'vitest';
import { mails } from '#server/platform/platform.table.ts';
import { runDueJobs } from '#server/registry.ts';
import { proveMailbox, requestProof } from '#tests/factories/email-proof.ts';
import { createEvent } from '#tests/factories/events.ts';
import { complimentary, openComplimentary } from '#tests/factories/complimentary.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { createUser, signInAgain, type TestUser } from '#tests/factories/users.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { readMime, textOf } from '#tests/setup/mime.ts';
import { startSmtp } from '#tests/setup/smtp.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';

/** An account with an unproved address and one bought ticket is given two more. */
async function openWaiting(env: Record<string, string> = {}) {
  const { app, admin, desk } = await openComplimentary({ env });
  const { id: eventId } = await createEvent(app.ctx);
  const holder = await createUser(app.ctx, { email: complimentary.email });
  const bought = await createTicket(app.ctx, { userId: holder.id, eventId });
  const order = await desk.give({ id: eventId, body: complimentary });
  const rows = await app.ctx.db.select({ id: tickets.id }).from(tickets).orderBy(tickets.id);
  const given = rows.map(({ id }) => id).filter((id) => id !== bought.id);
  return { app, admin, desk, eventId, holder, bought, order, given };
}

const UNKNOWN = { status: 404, body: { code: 'ticket_not_found' } };
/** Returns the status of a call that responds with a file. */
const fileOf = async (app: TestApp, { accessToken }: TestUser, path: string): Promise<number> =>
  (await fetch(`${app.url}/api/Tickets/${path}`, { headers: { authorization: `Bearer ${accessToken}` } })).status;

/** Returns everything that hands a ticket to its owner; ids as the responses name them. */
async function shownTo(app: TestApp, { accessToken }: TestUser) {
  const { tickets: own, privacy } = app.api(accessToken);
  const copy = await privacy.myData();
  return {
    mine: (await own.mine()).map(({ id }) => id).sort(),
    waiting: (await own.waiting()).count,
    copied: copy.tickets.map(({ id }) => id).sort(),
    orders: copy.orders.map(({ total }) => total).sort(),
  };
}

test('tickets that were given to an address wait until its account proves it; bought ones do not', async () => {
  const { app, holder, bought, given } = await openWaiting();
  expect(given).toHaveLength(2);
  expect(await shownTo(app, holder)).toEqual({ mine: [bought.id], waiting: 2, copied: [bought.id], orders: [40] });
  const own = app.api(holder.accessToken).tickets;
  for (const id of given) {
    expect(await fileOf(app, holder, `${id}/pdf`)).toBe(404);
    await expect(own.resend({ id })).rejects.toMatchObject(UNKNOWN);
  }
  expect(await fileOf(app, holder, `${bought.id}/pdf`)).toBe(200);

  await proveMailbox(app, holder.accessToken);
  const all = [bought.id, ...given].sort();
  expect(await shownTo(app, holder)).toEqual({ mine: all, waiting: 0, copied: all, orders: [0, 40] });
  for (const id of given) {
    expect(await fileOf(app, holder, `${id}/pdf`)).toBe(200);
    await own.resend({ id });
  }
});

test('the file of all tickets has the waiting ones only after the proof, here by the link of the mail', async () => {
  const { app, desk } = await openComplimentary();
  const { id } = await createEvent(app.ctx);
  const holder = await createUser(app.ctx, { email: complimentary.email });
  await desk.give({ id, body: complimentary });
  const all = () => fileOf(app, holder, 'my-tickets/pdf');
  expect(await all()).toBe(404);
  const { token } = await requestProof(app, holder.accessToken);
  await app.api().emailProof.openLink({ body: { token } });
  expect(await all()).toBe(200);
});

test('the mail with the codes goes to the address at once, and so does the news of a move and of a cancellation', async () => {
  const smtp = await startSmtp();
  const { app, admin, eventId, holder, given } = await openWaiting({ SMTP_URL: smtp.url });
  const texts = () => smtp.received.map(({ raw }) => textOf(readMime(raw), 'text/plain'));
  await runDueJobs(app.deps);
  expect(smtp.received).toHaveLength(1);
  for (const id of given) expect(texts()[0]).toContain(`Ticket ID: ${id}`);

  const { staffEvents } = app.api(await signInAgain(app.ctx, admin.id));
  const change = async (state: 'cancelled' | 'published') => {
    const { version } = await staffEvents.get({ id: eventId });
    await staffEvents.changeState({ id: eventId, body: { version, state, reason: 'No power', confirmed: ['holders_told'] } });
    await runDueJobs(app.deps);
  };
  await change('cancelled');
  expect(smtp.received).toHaveLength(2);
  for (const id of given) expect(texts()[1]).toContain(String(id));
  await change('published');
  expect(smtp.received).toHaveLength(3);
  expect((await app.ctx.db.select({ to: mails.recipient }).from(mails)).map(({ to }) => to)).toEqual(Array(3).fill(holder.email));
});

test('a complimentary ticket that was revoked waits no longer', async () => {
  const { app, desk, holder, order } = await openWaiting();
  await desk.revoke({ id: order.id, body: { reason: 'cannot come' } });
  expect((await app.api(holder.accessToken).tickets.waiting()).count).toBe(0);
});

test('an account with waiting tickets is not deleted, so that a stranger takes nothing away from who reads the mailbox', async () => {
  const { app, desk } = await openComplimentary();
  const { id } = await createEvent(app.ctx);
  const squatter = await createUser(app.ctx, { email: complimentary.email });
  const order = await desk.give({ id, body: complimentary });
  const remove = () => app.api(squatter.accessToken).privacy.deleteAccount({ body: { password: squatter.password } });
  await expect(remove()).rejects.toMatchObject({ status: 409, body: { code: 'account_has_tickets' } });
  await desk.revoke({ id: order.id, body: { reason: 'wrong address' } });
  await remove();
});

test('how many tickets wait is told to the account alone', async () => {
  const { app } = await openWaiting();
  const other = await createUser(app.ctx);
  expect(await app.api(other.accessToken).tickets.waiting()).toEqual({ count: 0 });
  await expect(app.api().tickets.waiting()).rejects.toMatchObject({ status: 401 });
});
