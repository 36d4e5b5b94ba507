import { asc } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { staffInvitations } from '#server/accounts/accounts.table.ts';
import { eventNotices } from '#server/content/content.table.ts';
import { enquiries } from '#server/backoffice/backoffice.table.ts';
import { mails } from '#server/platform/platform.table.ts';
import { orders } from '#server/sales/tables/orders.table.ts';
import { payments, refunds } from '#server/sales/tables/payments.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { proveMailbox } from '#tests/factories/email-proof.ts';
import { createEvent } from '#tests/factories/events.ts';
import { complimentary, openComplimentary } from '#tests/factories/complimentary.ts';
import { invite } from '#tests/factories/invitations.ts';
import { buy, comeBack } from '#tests/factories/purchases.ts';
import { createUser, type TestUser } from '#tests/factories/users.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { rawCall } from '#tests/setup/raw-call.ts';

/** Mails caused by the account, by key, and mails that belong to the reader of the mailbox. */
const OWN = ['email-proof', 'event-notice of bought', 'password-reset', 'refund', 'ticket bought', 'welcome'];
const OF_MAILBOX = ['enquiry-reply', 'event-notice of given', 'refund of another', 'staff-invitation', 'ticket given', 'ticket of another'];

/** An account with an unproved address that bought a ticket. The address has sent an enquiry and was given a ticket and an invitation. */
async function squat() {
  const { app, admin, desk } = await openComplimentary();
  const [bought, given] = [await createEvent(app.ctx), await createEvent(app.ctx)];
  const squatter = await createUser(app.ctx, { email: complimentary.email });
  const another = await createUser(app.ctx);
  for (const { accessToken } of [squatter, another]) {
    const { token } = await buy(app, accessToken, { eventId: bought.id, outcome: 'approve' });
    await comeBack(app, token);
  }
  await desk.give({ id: given.id, body: { ...complimentary, quantity: 1 } });
  await invite(app, admin.accessToken, { email: complimentary.email });
  const body = `Name: Tamar||Email: ${complimentary.email}||Event Description: A wedding`;
  await app.ctx.db.insert(enquiries).values({ kind: 'rental', body, createdAt: app.clock.now() });
  await replaceMails(app, { squatter, another, bought: bought.id, given: given.id });
  return { app, squatter };
}

type Story = { squatter: TestUser; another: TestUser; bought: number; given: number };

/** Stores one mail of each kind to the address, with the rows that the kind refers to. */
async function replaceMails({ ctx: { db }, clock }: TestApp, { squatter, another, bought, given }: Story): Promise<void> {
  const createdAt = clock.now();
  const all = await db.select().from(orders).orderBy(asc(orders.id));
  const orderOf = ({ id }: TestUser, kind: 'sale' | 'complimentary') =>
    all.find((each) => each.userId === id && each.kind === kind)?.id ?? 0;
  const noticed = async (eventId: number): Promise<number> => {
    const times = { startedAt: createdAt, endedAt: createdAt, createdAt };
    const notice = { ...times, eventId, kind: 'moved', version: 1, reason: '', createdBy: squatter.id } as const;
    return (await db.insert(eventNotices).values(notice).returning())[0]?.id ?? 0;
  };
  const refunded = async (user: TestUser): Promise<number> => {
    const payment = (await db.select().from(payments)).find(({ orderId }) => orderId === orderOf(user, 'sale'));
    const refund = {
      paymentId: payment?.id ?? 0,
      amountTetri: 1,
      reason: 'staff',
      idempotencyKey: crypto.randomUUID(),
      createdAt,
    } as const;
    return (
      (
        await db
          .insert(refunds)
          .values({ ...refund, state: 'confirmed' })
          .returning()
      )[0]?.id ?? 0
    );
  };
  const payloads: Record<string, unknown> = {
    'email-proof': {},
    'event-notice of bought': { noticeId: await noticed(bought), userId: squatter.id },
    'password-reset': {},
    refund: { refundId: await refunded(squatter) },
    'ticket bought': { orderId: orderOf(squatter, 'sale') },
    welcome: { userId: squatter.id },
    'enquiry-reply': { replyId: 1 },
    'event-notice of given': { noticeId: await noticed(given), userId: squatter.id },
    'refund of another': { refundId: await refunded(another) },
    'staff-invitation': { invitationId: 1, token: 'x' },
    'ticket given': { orderId: orderOf(squatter, 'complimentary') },
    'ticket of another': { orderId: orderOf(another, 'sale') },
  };
  await db.delete(mails);
  const rows = Object.entries(payloads).map(([key, payload]) => {
    const [kind = ''] = key.split(' ');
    return { key, kind, payload, recipient: complimentary.email, language: 'en', messageId: `<${key}>`, state: 'sent', createdAt } as const;
  });
  await db.insert(mails).values(rows);
}

const kindsOf = (keys: readonly string[]) => keys.map((key) => key.split(' ')[0]).sort();

async function leftAt({ ctx: { db } }: TestApp) {
  const left = await db.select().from(mails).orderBy(asc(mails.key));
  return {
    enquiries: await db.$count(enquiries),
    invitations: await db.$count(staffInvitations),
    mails: left.filter(({ recipient }) => recipient === complimentary.email).map(({ key }) => key),
  };
}

async function erase(app: TestApp, { accessToken, password }: TestUser): Promise<void> {
  // A ticket for a future event would prevent the deletion.
  await app.ctx.db.update(tickets).set({ usedAt: app.clock.now() });
  const answer = await rawCall(app.url, '/api/auth/delete-account', { bearer: accessToken, body: { password } });
  expect([answer.status, answer.body]).toEqual([200, {}]);
}

test('the deletion of an account whose address nobody proved leaves what belongs to the mailbox', async () => {
  const { app, squatter } = await squat();
  expect((await leftAt(app)).mails).toEqual([...OWN, ...OF_MAILBOX].sort());
  await erase(app, squatter);
  expect(await leftAt(app)).toEqual({ enquiries: 1, invitations: 1, mails: OF_MAILBOX });
});

test('the deletion of an account with a proved address takes them along', async () => {
  const { app, squatter } = await squat();
  await proveMailbox(app, squatter.accessToken);
  await erase(app, squatter);
  expect(await leftAt(app)).toEqual({ enquiries: 0, invitations: 0, mails: [] });
});

test('the copy shows neither enquiries nor invitations nor mails to the mailbox until the address is proved', async () => {
  const { app, squatter } = await squat();
  const copied = async () => {
    const { enquiries: sent, invitations, mails: received } = await app.api(squatter.accessToken).privacy.myData();
    return { enquiries: sent.length, invitations: invitations.length, mails: received.map(({ kind }) => kind).sort() };
  };
  expect(await copied()).toEqual({ enquiries: 0, invitations: 0, mails: kindsOf(OWN) });
  await proveMailbox(app, squatter.accessToken);
  expect(await copied()).toEqual({ enquiries: 1, invitations: 1, mails: kindsOf([...OWN, ...OF_MAILBOX, 'email-proof']) });
});
