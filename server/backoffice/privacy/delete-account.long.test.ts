import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { userRoles, users } from '#server/accounts/accounts.table.ts';
import { enquiries } from '#server/backoffice/backoffice.table.ts';
import { events } from '#server/content/content.table.ts';
import { orders } from '#server/sales/tables/orders.table.ts';
import { paymentCallbacks, payments, refunds } from '#server/sales/tables/payments.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { auditEntries, mails } from '#server/platform/platform.table.ts';
import { findFaults } from '#tests/factories/books.ts';
import { createEvent } from '#tests/factories/events.ts';
import { invite } from '#tests/factories/invitations.ts';
import { buy, comeBack, fillCart } from '#tests/factories/purchases.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { createAdmin, createUser, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { rawCall } from '#tests/setup/raw-call.ts';
import { deleteAccount } from './delete-account.service.ts';

const erase = (app: TestApp, { accessToken, password }: Pick<TestUser, 'accessToken' | 'password'>) =>
  rawCall(app.url, '/api/auth/delete-account', { bearer: accessToken, body: { password } });

/** The address is proved: the account's user reads the mailbox. */
const proved = { emailProvedAt: new Date(0) };

const registration = {
  email: 'somebody.else@example.com',
  password: 'Night-Guest-1',
  confirmPassword: 'Night-Guest-1',
  firstName: 'Nino',
  lastName: 'Beridze',
  phoneNumber: '+995555123456',
  personalNumber: '01001000001',
  birthdate: '1998-04-12',
  socialMediaProfileLink: 'https://instagram.com/nino',
  country: 'Georgia',
};

const rowOf = async ({ ctx }: TestApp, id: number) => (await ctx.db.select().from(users).where(eq(users.id, id)))[0];

/** All text in the database, joined. */
async function dump({ ctx }: TestApp): Promise<string> {
  const { rows } = await ctx.db.execute<{ table: string }>(sql`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as table from information_schema.tables
    where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`);
  const texts = rows.map(async ({ table }) => {
    const { rows: all } = await ctx.db.execute<{ row: string }>(sql.raw(`select t::text as row from ${table} t`));
    return all.map(({ row }) => row).join('\n');
  });
  return (await Promise.all(texts)).join('\n');
}

test('a deleted account names no person, allows no sign-in and leaves its e-mail free', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx, { ...proved, email: 'tamar.leaves@example.com', firstName: 'Tamar', lastName: 'Leaves' });
  const signedIn = await rawCall(app.url, '/api/auth/login', { body: { email: guest.email, password: guest.password } });
  await rawCall(app.url, '/api/auth/request-password-reset', { body: { email: guest.email } });
  const owner = await createAdmin(app.ctx, { firstName: 'Eka', lastName: 'Stays', phoneNumber: '1', socialMediaProfileLink: 'x' });
  await invite(app, owner.accessToken, { email: guest.email.toUpperCase() });

  const answer = await erase(app, guest);
  expect([answer.status, answer.body]).toEqual([200, {}]);
  expect(answer.setCookie).toMatch(/refresh=;/);

  const everything = await dump(app);
  for (const trace of ['Tamar', 'Leaves', 'tamar.leaves', 'TAMAR.LEAVES', '555 12 34 56', 'instagram.com/nino'])
    expect(everything).not.toContain(trace);
  for (const bearer of [guest.accessToken, String(signedIn.body['accessToken'])])
    expect((await rawCall(app.url, '/api/auth/me', { method: 'GET', bearer })).status).toBe(401);
  expect((await rawCall(app.url, '/api/auth/refresh', { cookie: signedIn.cookie })).status).toBe(401);

  const unknown = await rawCall(app.url, '/api/auth/login', { body: { email: 'nobody@example.com', password: guest.password } });
  for (const email of [guest.email, `deleted:${guest.id}`]) {
    const login = await rawCall(app.url, '/api/auth/login', { body: { email, password: guest.password } });
    expect([login.status, login.body]).toEqual([unknown.status, unknown.body]);
  }
  const again = await createUser(app.ctx, { email: guest.email });
  expect(again.id).not.toBe(guest.id);
});

test('a wrong password is marked at its field, and too many of them lock the account for a while', async () => {
  const app = await startTestApp({ env: { RATE_LIMIT_SCALE: '1' } });
  const guest = await createUser(app.ctx);
  const statuses = [];
  for (let time = 0; time < 6; time += 1) statuses.push((await erase(app, { ...guest, password: 'Wrong-Guess-1' })).status);
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  const other = await createUser(app.ctx);
  const wrong = await erase(app, { ...other, password: guest.password.toLowerCase() });
  expect(wrong.body['errors']).toEqual({ password: 'validation.current_password_wrong' });
  expect((await erase(app, { ...other, password: '' })).body['errors']).toEqual({ password: 'validation.password_required' });
  expect((await rowOf(app, guest.id))?.deletedAt).toBeNull();
});

test('a ticket for an event that is not over keeps the account; afterwards, used or paid back it does not', async () => {
  const app = await startTestApp();
  const event = await createEvent(app.ctx);
  const guests = await Promise.all([1, 2, 3].map(() => createUser(app.ctx)));
  for (const guest of guests) await createTicket(app.ctx, { userId: guest.id, eventId: event.id });
  for (const guest of guests) {
    const refused = await erase(app, guest);
    expect([refused.status, refused.body['code']]).toEqual([409, 'account_has_tickets']);
  }
  const [used, refunded, waiting] = guests;
  if (!used || !refunded || !waiting) throw new Error('Three guests were expected.');
  await app.ctx.db.update(tickets).set({ usedAt: app.clock.now() }).where(eq(tickets.userId, used.id));
  expect((await erase(app, used)).status).toBe(200);
  await app.ctx.db.update(tickets).set({ state: 'refunded' }).where(eq(tickets.userId, refunded.id));
  expect((await erase(app, refunded)).status).toBe(200);
  await app.ctx.db.update(events).set({ startsAt: new Date(0), endsAt: app.clock.now() });
  expect((await erase(app, waiting)).status).toBe(200);
});

test('a payment that is not at its end keeps the account', async () => {
  const app = await startTestApp();
  const { user, api } = await fillCart(app);
  await api.cart.checkout();
  const states = ['created', 'pending', 'flagged', 'refunding'] as const;
  for (const state of states) {
    await app.ctx.db.update(payments).set({ state });
    const refused = await erase(app, user);
    expect([refused.status, refused.body['code']], state).toEqual([409, 'account_has_payments']);
  }
  await app.ctx.db.update(payments).set({ state: 'failed' });
  expect((await erase(app, user)).status).toBe(200);
});

test('money on its way back keeps the account, money that is back does not', async () => {
  const app = await startTestApp();
  const { user, api } = await fillCart(app);
  await api.cart.checkout();
  const [payment] = await app.ctx.db.update(payments).set({ state: 'paid' }).returning();
  const refund = { paymentId: payment?.id ?? 0, amountTetri: 4000, reason: 'staff' as const, idempotencyKey: crypto.randomUUID() };
  await app.ctx.db.insert(refunds).values({ ...refund, createdAt: app.clock.now(), state: 'sent' });
  for (const state of ['intended', 'sent', 'unknown', 'failed'] as const) {
    await app.ctx.db.update(refunds).set({ state });
    expect([state, (await erase(app, user)).body['code']]).toEqual([state, 'account_has_payments']);
  }
  await app.ctx.db.update(refunds).set({ state: 'confirmed' });
  expect((await erase(app, user)).status).toBe(200);
});

test('a refund the bank refused no longer matters once everything was given back', async () => {
  const app = await startTestApp();
  const { user, api } = await fillCart(app);
  await api.cart.checkout();
  const [payment] = await app.ctx.db.update(payments).set({ state: 'refunded' }).returning();
  const refund = { paymentId: payment?.id ?? 0, amountTetri: 4000, reason: 'staff' as const, idempotencyKey: crypto.randomUUID() };
  await app.ctx.db.insert(refunds).values({ ...refund, createdAt: app.clock.now(), state: 'failed' });
  expect((await erase(app, user)).status).toBe(200);
});

test('the last Owner stays; of two who delete their accounts at once one does', async () => {
  const app = await startTestApp();
  const alone = await createAdmin(app.ctx);
  const refused = await erase(app, alone);
  expect([refused.status, refused.body['code']]).toEqual([409, 'last_owner']);
  const second = await createAdmin(app.ctx);
  const answers = await Promise.all([erase(app, alone), erase(app, second)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await app.ctx.db.select({ role: userRoles.role }).from(userRoles)).toEqual([{ role: 'Owner' }]);
});

test('roles that end with the account are in the audit log with before and after, and with the invitations that ended', async () => {
  const app = await startTestApp();
  const [owner, guest] = [await createAdmin(app.ctx, { roles: ['Owner', 'Money'] }), await createUser(app.ctx)];
  await createAdmin(app.ctx);
  await invite(app, owner.accessToken, { email: 'lela@example.com' });
  for (const each of [owner, guest]) expect((await erase(app, each)).status).toBe(200);
  expect((await app.ctx.db.select().from(auditEntries).orderBy(auditEntries.id)).slice(1)).toMatchObject([
    {
      action: 'team.leave',
      subject: `guest ${owner.id}`,
      staffId: owner.id,
      detail: { before: ['Owner', 'Money'], after: [], invitations: 1 },
    },
  ]);
});

test('places in the cart are free again, and the books still add up', async () => {
  const app = await startTestApp();
  const { eventId, user } = await fillCart(app, { allocation: 2 }, 2);
  const other = await createUser(app.ctx);
  await expect(app.api(other.accessToken).cart.addTicket({ eventId })).rejects.toMatchObject({ body: { code: 'sold_out' } });
  await erase(app, user);
  await app.api(other.accessToken).cart.addTicket({ eventId, quantity: 2 });
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('orders, payments, refunds and tickets stay as they are, to the tetri', async () => {
  const app = await startTestApp();
  const { id: eventId } = await createEvent(app.ctx);
  const guest = await createUser(app.ctx);
  const { token } = await buy(app, guest.accessToken, { eventId, quantity: 2, outcome: 'approve' });
  await comeBack(app, token);
  await app.ctx.db.update(tickets).set({ usedAt: app.clock.now() });
  const books = () => Promise.all([orders, payments, refunds, tickets].map((table) => app.ctx.db.select().from(table)));
  const before = await books();
  expect(before.map((rows) => rows.length)).toEqual([1, 1, 0, 2]);
  expect((await erase(app, guest)).status).toBe(200);
  expect(await books()).toEqual(before);
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('enquiries sent from the address are deleted, those that only mention it stay', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx, proved);
  const rental = (email: string, text: string) => `Name: Nino||Email: ${email}||Event Description: ${text}`;
  const createdAt = app.clock.now();
  await app.ctx.db.insert(enquiries).values([
    { kind: 'rental', body: rental(guest.email.toUpperCase(), 'mine'), createdAt },
    { kind: 'rental', body: rental('other@example.com', `ask ${guest.email}`), createdAt },
  ]);
  await erase(app, guest);
  expect((await app.ctx.db.select().from(enquiries)).map(({ body }) => body)).toEqual([rental('other@example.com', `ask ${guest.email}`)]);
});

test('the counters of limits forget the account, except those of mails to its address', async () => {
  const app = await startTestApp({ env: { RATE_LIMIT_SCALE: '1' } });
  const guest = await createUser(app.ctx);
  await rawCall(app.url, '/api/auth/login', { body: { email: guest.email, password: 'Wrong-Guess-1' } });
  await rawCall(app.url, '/api/auth/request-password-reset', { body: { email: guest.email } });
  await erase(app, guest);
  const { rows } = await app.ctx.db.execute<{ key: string }>(sql`select key from rate_limits`);
  expect(rows.map(({ key }) => key.split(':')[0]).sort()).toEqual(['loginAddress', 'resetAddress', 'resetEmail']);
});

test('an address that is registered and deleted again and again is sent five mails an hour', async () => {
  const app = await startTestApp({ env: { RATE_LIMIT_SCALE: '1' } });
  const statuses: number[] = [];
  for (let time = 0; time < 6; time += 1) {
    statuses.push((await rawCall(app.url, '/api/auth/register', { body: registration })).status);
    const login = await rawCall(app.url, '/api/auth/login', { body: registration });
    await erase(app, { accessToken: String(login.body['accessToken']), password: registration.password });
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});

test('a registration that follows a deletion does not begin the counts of mails to its address again', async () => {
  const app = await startTestApp({ env: { RATE_LIMIT_SCALE: '1' } });
  const proofs: number[] = [];
  for (let time = 0; time < 3; time += 1) {
    await rawCall(app.url, '/api/auth/register', { body: registration });
    const { body } = await rawCall(app.url, '/api/auth/login', { body: registration });
    const bearer = String(body['accessToken']);
    for (let mail = 0; mail < 2; mail += 1) {
      proofs.push((await rawCall(app.url, '/api/auth/email-proof', { bearer, body: {} })).status);
      // The mail is not sent twice within a minute.
      app.clock.advanceMinutes(2);
      await rawCall(app.url, '/api/auth/request-password-reset', { body: { email: registration.email } });
    }
    await erase(app, { accessToken: bearer, password: registration.password });
  }
  expect(proofs).toEqual([200, 200, 200, 200, 200, 429]);
  const kinds = (await app.ctx.db.select().from(mails)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'password-reset')).toHaveLength(3);
});

test('the wrong actor is refused', async () => {
  const app = await startTestApp();
  await expect(deleteAccount(app.ctx, { password: 'x' })).rejects.toMatchObject({ code: 'unauthorized' });
  expect((await rawCall(app.url, '/api/auth/delete-account', { body: { password: 'x' } })).status).toBe(401);
});

test('what the bank wrote about the payments of a deleted account is deleted, the record of its callback stays', async () => {
  const app = await startTestApp();
  const { user, api } = await fillCart(app);
  await api.cart.checkout();
  const [payment] = await app.ctx.db.update(payments).set({ state: 'failed' }).returning();
  const callback = { provider: 'fake', headers: { 'user-agent': 'bank' }, body: '{"buyer":"Tamar"}', isSigned: 'valid' } as const;
  await app.ctx.db.insert(paymentCallbacks).values([
    { ...callback, digest: 'own', paymentId: payment?.id ?? 0, receivedAt: app.clock.now() },
    { ...callback, digest: 'of nobody', receivedAt: app.clock.now() },
  ]);
  expect((await erase(app, user)).status).toBe(200);
  expect(await app.ctx.db.select().from(paymentCallbacks).orderBy(paymentCallbacks.id)).toMatchObject([
    { digest: 'own', body: '', headers: {} },
    { digest: 'of nobody', body: '{"buyer":"Tamar"}' },
  ]);
});
