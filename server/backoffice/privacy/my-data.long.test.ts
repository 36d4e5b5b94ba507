import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { MyDataView } from '#shared/privacy/privacy.contract.ts';
import { users } from '#server/accounts/accounts.table.ts';
import { knownGuests } from '#server/accounts/known-guests/known-guests.table.ts';
import { insertRole } from '#server/accounts/roles.queries.ts';
import { recoveryCodes, secondFactors, signInChallenges } from '#server/accounts/second-factor/second-factor.table.ts';
import { expiredHolds } from '#server/sales/tables/holds.table.ts';
import { enquiries, guestNotes } from '#server/backoffice/backoffice.table.ts';
import { orderLines, orders } from '#server/sales/tables/orders.table.ts';
import { claimLinks } from '#server/sales/tables/transfers.table.ts';
import { payments, refunds } from '#server/sales/tables/payments.table.ts';
import { createEvent } from '#tests/factories/events.ts';
import { invite } from '#tests/factories/invitations.ts';
import { buy, comeBack } from '#tests/factories/purchases.ts';
import { sellOut } from '#tests/factories/sold-out.ts';
import { createAdmin, createUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { rawCall } from '#tests/setup/raw-call.ts';
import { collectMyData } from './my-data.service.ts';

/** Which field of the copy contains each table that refers to a person, directly or indirectly. */
const copied: Record<string, keyof MyDataView> = {
  users: 'profile',
  user_roles: 'roles',
  staff_invitations: 'invitations',
  guest_notes: 'staffNotes',
  known_guests: 'imported',
  sessions: 'sessions',
  password_resets: 'passwordLinks',
  email_proofs: 'emailProofs',
  second_factors: 'secondFactors',
  recovery_codes: 'recoveryCodes',
  sign_in_challenges: 'unfinishedLogins',
  security_events: 'securityEvents',
  holds: 'cart',
  expired_holds: 'lapsedCart',
  orders: 'orders',
  order_lines: 'orders',
  payments: 'orders',
  refunds: 'orders',
  tickets: 'tickets',
  scans: 'tickets',
  resale_listings: 'tickets',
  ticket_transfers: 'transfers',
  claim_links: 'claimLinks',
  waitlist_entries: 'waitlist',
};

/** Tables that refer to a person and are not copied, with the reason. */
const leftOut: Record<string, string> = {
  passkey_challenges: 'random numbers that passkeys were asked to sign, each for five minutes',
  refresh_tokens: 'fingerprints of tokens, and when they were used: `lastUsedAt` of the session says it',
  payment_callbacks: 'what the bank wrote about a payment, word for word; the payment says what came of it',
  hold_history: 'since when places were kept that were given back, for five minutes; what ran out stands in `lapsedCart`',
  ledger_entries: 'the sums of payments and refunds once more, as the books hold them',
  bank_test_orders: 'orders that staff opened at the bank to try it, nobody’s purchases',
  email_changes: 'an address that waits for its link, nine days at most: the profile shows it, and the mail is listed',
  bulk_refunds: 'what staff did about a whole night; each refund of one’s own stands with its payment',
  audit_entries: 'what staff did for the club, about others',
  complimentary_orders: 'why staff gave tickets away: order and tickets say what came of it',
  publish_plans: 'when staff let a draft go on the site by itself',
  staff_mail_choices: 'which mails about the club somebody of the team wants: the console shows it',
  event_notices: 'what staff told all holders of tickets of a night; who was told has the mail',
  announcements: 'what staff wrote to all holders of tickets of a night, or to all who want the newsletter; who got it has the mail',
  promoter_clicks: 'how often links were opened on a day; nothing of who opened them',
  promoters: 'people who bring guests with links, without an account; who of staff made them',
  promo_codes: 'promo codes; who of staff made them',
  guest_lists: 'lists for the door; who of staff made them',
  guest_list_entries: 'names that staff wrote down, of people without an account; emptied 30 days after the night',
  scanner_devices: 'which phones worked at a door, and who of staff let them',
  scanner_device_calls: 'random numbers of calls of such phones, for minutes',
  site_texts: 'the words of the site; who wrote them is staff, for the club',
  enquiry_notes: 'what staff noted about enquiries of others',
  enquiry_replies: 'what staff answered others by mail; the recipient has the mail',
};

/** The tables that refer to users, directly or through others, read from the database's foreign keys. */
async function tablesAboutPeople({ ctx }: TestApp): Promise<string[]> {
  const { rows } = await ctx.db.execute<{ name: string }>(sql`
    with recursive about as (
      select 'users'::regclass::oid as id
      union
      select c.conrelid from pg_constraint c join about on c.confrelid = about.id where c.contype = 'f'
    )
    select relname as name from about join pg_class on pg_class.oid = about.id order by relname`);
  return rows.map(({ name }) => name);
}

test('every table that refers to a person is in the copy, or on the list of exceptions with its reason', async () => {
  const app = await startTestApp();
  const known = [...Object.keys(copied), ...Object.keys(leftOut)].sort();
  expect(await tablesAboutPeople(app)).toEqual(known);
  for (const part of Object.values(copied)) expect(MyDataView.shape).toHaveProperty(part);
});

/** A guest with data in every table. */
async function fullLife(app: TestApp) {
  const now = app.clock.now();
  const [event, lapsed, wanted] = [await createEvent(app.ctx), await createEvent(app.ctx), await createEvent(app.ctx)];
  const guest = await createUser(app.ctx, { personalNumber: '01001000001', emailProvedAt: now });
  const admin = await createAdmin(app.ctx);
  const { token } = await buy(app, guest.accessToken, { eventId: event.id, quantity: 2, outcome: 'approve' });
  await comeBack(app, token);
  await app.ctx.db.update(orders).set({ utmSource: 'instagram', utmCampaign: 'iron garden' });
  const [payment] = await app.ctx.db.select().from(payments);
  const refund = { paymentId: payment?.id ?? 0, amountTetri: 4000, reason: 'staff' as const, idempotencyKey: crypto.randomUUID() };
  await app.ctx.db.insert(refunds).values({ ...refund, state: 'confirmed', createdAt: now, confirmedAt: now });
  const [ticket] = await app.api(guest.accessToken).tickets.mine();
  await app.api(admin.accessToken).door.scan({ body: { isReject: false, ticketId: ticket?.id ?? 0, code: ticket?.code } });
  await app.api(guest.accessToken).cart.addTicket({ eventId: wanted.id });
  await app.ctx.db.insert(expiredHolds).values({ userId: guest.id, eventId: lapsed.id, expiredAt: now });
  const open = (await app.api(guest.accessToken).tickets.mine()).find(({ isUsedTicket }) => !isUsedTicket);
  await app.api(guest.accessToken).transfers.makeLink({ id: open?.id ?? 0 });
  const [line] = await app.ctx.db.select({ id: orderLines.id }).from(orderLines);
  await app.ctx.db
    .insert(claimLinks)
    .values({ orderLineId: line?.id ?? 0, fromUserId: guest.id, tokenHash: 'hash of a link', createdAt: now });
  const { eventId: full } = await sellOut(app, 1);
  await app.api(guest.accessToken).waitlist.join({ id: full, body: { quantity: 1 } });
  await app.api(guest.accessToken).newsletter.choose({ body: { isWanted: true } });
  await rawCall(app.url, '/api/auth/request-password-reset', { body: { email: guest.email } });
  await rawCall(app.url, '/api/auth/login', { body: { email: guest.email, password: 'Wrong-Guess-1' } });
  const body = `Name: Nino||Email: ${guest.email}||Event Description: A wedding`;
  await app.ctx.db.insert(enquiries).values({ kind: 'rental', body, createdAt: now });
  await app.ctx.db.insert(guestNotes).values({ userId: guest.id, authorId: admin.id, text: 'Lost a coat', createdAt: now });
  await invite(app, admin.accessToken, { email: guest.email });
  const imported = {
    email: guest.email,
    emailKey: guest.email,
    firstName: 'Nino',
    lastName: 'B',
    note: 'A friend',
    language: 'en',
  } as const;
  await app.ctx.db.insert(knownGuests).values({ ...imported, importedBy: admin.id, importedAt: now, expiresAt: now });
  await insertRole(app.ctx.db, { userId: guest.id, role: 'Editor', grantedAt: now, grantedBy: admin.id });
  const ofGuest = { userId: guest.id, createdAt: now };
  await app.api(guest.accessToken).emailProof.request();
  await app.ctx.db.insert(secondFactors).values({ ...ofGuest, kind: 'totp', name: 'My phone', sealedSecret: 'v1.sealed' });
  await app.ctx.db.insert(recoveryCodes).values({ ...ofGuest, codeHash: 'hash of a code' });
  await app.ctx.db.insert(signInChallenges).values({ ...ofGuest, tokenHash: 'hash of a token', expiresAt: now });
  await app.ctx.db.update(users).set({ bannedAt: now, banReason: 'Took pictures' }).where(eq(users.id, guest.id));
  return { guest, ticket };
}

test('the copy holds everything a guest left behind, in the shapes of the wire', async () => {
  const app = await startTestApp();
  const { guest, ticket } = await fullLife(app);
  const copy = await app.api(guest.accessToken).privacy.myData();
  expect(MyDataView.strict().parse(copy)).toEqual(copy);
  for (const [part, value] of Object.entries(copy)) if (Array.isArray(value)) expect([part, value.length > 0]).toEqual([part, true]);
  const at = '2026-11-20T18:00:00+04:00';
  expect(copy.profile).toMatchObject({ email: guest.email, personalNumber: '01001000001', birthdate: '1998-04-12', language: 'en' });
  expect(copy.profile.ban).toEqual({ since: at, until: null, reason: 'Took pictures' });
  expect(copy.profile.newsletter).toEqual({ since: at, language: 'en' });
  expect(copy.roles).toEqual([{ role: 'Editor', grantedAt: at }]);
  expect(copy.invitations).toEqual([{ createdAt: at, expiresAt: '2026-11-23T18:00:00+04:00', usedAt: null, withdrawnAt: null }]);
  expect(copy.staffNotes).toEqual([{ text: 'Lost a coat', createdAt: at, withdrawnAt: null }]);
  expect(copy.orders).toEqual([
    {
      id: expect.any(Number),
      state: 'paid',
      total: 80,
      language: 'en',
      createdAt: at,
      settledAt: at,
      utm: { source: 'instagram', medium: null, campaign: 'iron garden' },
      lines: [{ eventId: expect.any(Number), event: 'Night', ticketType: 'Entry', quantity: 2, price: 40, code: null, refCode: null }],
      payments: [
        {
          state: 'paid',
          amount: 80,
          currency: 'GEL',
          createdAt: at,
          settledAt: at,
          refunds: [{ amount: 40, reason: 'staff', note: '', state: 'confirmed', createdAt: at, confirmedAt: at }],
        },
      ],
    },
  ]);
  expect(copy.tickets.find(({ id }) => id === ticket?.id)).toMatchObject({
    code: ticket?.code,
    usedAt: at,
    scans: [{ result: 'accepted', reason: 'valid', decidedAt: at }],
  });
  expect(copy.mails.map(({ kind }) => kind).sort()).toEqual(['email-proof', 'password-reset', 'staff-invitation', 'ticket']);
  expect(copy.enquiries).toEqual([{ kind: 'rental', state: 'new', createdAt: at }]);
});

test('the copy is a file that no cache stores, and carries no secret', async () => {
  const app = await startTestApp();
  const { guest } = await fullLife(app);
  const answer = await rawCall(app.url, '/api/auth/my-data', { method: 'GET', bearer: guest.accessToken });
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="my-data-2026-11-20.json"');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const text = JSON.stringify(answer.body);
  const [payment] = await app.ctx.db.select().from(payments);
  expect(payment?.returnToken.length).toBeGreaterThan(20);
  for (const secret of [
    'argon2',
    payment?.returnToken,
    payment?.providerOrderId,
    payment?.idempotencyKey,
    'A wedding',
    'v1.sealed',
    'hash of',
  ])
    expect(text).not.toContain(secret);
});

test('the copy is about its owner only', async () => {
  const app = await startTestApp();
  const { guest } = await fullLife(app);
  const otherUser = await createUser(app.ctx);
  const copy = await app.api(otherUser.accessToken).privacy.myData();
  const { profile, sessions, madeAt: _, ...rest } = copy;
  expect(profile.id).toBe(otherUser.id);
  expect(sessions).toHaveLength(1);
  for (const [part, rows] of Object.entries(rest)) expect([part, rows]).toEqual([part, []]);
  expect(JSON.stringify(copy)).not.toContain(guest.email);
});

test('a copy leaves a security event, which the next copy has', async () => {
  const app = await startTestApp();
  const { accessToken } = await createUser(app.ctx);
  const kinds = async () => (await app.api(accessToken).privacy.myData()).securityEvents.map(({ kind }) => kind);
  expect([await kinds(), await kinds()]).toEqual([[], ['export']]);
});

test('the copy, which reads many tables, is made twenty times an hour', async () => {
  // A tenth of the rate limits.
  const app = await startTestApp({ env: { RATE_LIMIT_SCALE: '0.1' } });
  const [guest, otherUser] = [await createUser(app.ctx), await createUser(app.ctx)];
  const copy = async (bearer: string) => (await rawCall(app.url, '/api/auth/my-data', { method: 'GET', bearer })).status;
  const statuses = [];
  for (let time = 0; time < 3; time += 1) statuses.push(await copy(guest.accessToken));
  expect([...statuses, await copy(otherUser.accessToken)]).toEqual([200, 200, 429, 200]);
});

test('the wrong actor is refused', async () => {
  const app = await startTestApp();
  await expect(collectMyData(app.ctx)).rejects.toMatchObject({ code: 'unauthorized' });
  expect((await rawCall(app.url, '/api/auth/my-data', { method: 'GET' })).status).toBe(401);
});
