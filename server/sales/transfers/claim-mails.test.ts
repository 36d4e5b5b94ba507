import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { mails } from '#server/platform/platform.table.ts';
import { mailKinds } from '#server/registry.ts';
import { LANGUAGES } from '#shared/constants.ts';
import { buyForFriends, shareLink } from '#tests/factories/claims.ts';
import { createEvent } from '#tests/factories/events.ts';
import { complimentary } from '#tests/factories/complimentary.ts';
import { createGuest, type Guest, tokenIn } from '#tests/factories/sold-out.ts';
import { createAdmin } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';

const named = { namesRequired: true };
const OLD = 'The old code no longer works';
const READY = 'Your ticket is ready';

/** Returns the text of the last mail with tickets to a guest. */
async function lastTicketMail(app: TestApp, { email }: Pick<Guest, 'email'>): Promise<string> {
  const sent = await app.ctx.db.select().from(mails).where(eq(mails.recipient, email)).orderBy(asc(mails.id));
  const payload = sent.findLast(({ kind }) => kind === 'ticket')?.payload ?? {};
  const ticketId: unknown = Reflect.get(payload, 'ticketId');
  const which = { orderId: Number(Reflect.get(payload, 'orderId')), ...(typeof ticketId === 'number' && { ticketId }) };
  return (await mailKinds.ticket.render(app.ctx, { payload: which, language: 'en' }))?.text ?? '';
}

test('only who got a ticket in place of a working code reads that the old code ended', async () => {
  const app = await startTestApp();
  const { buyer } = await buyForFriends(app, 3, named);
  const luka = await createGuest(app, { firstName: 'Luka' });
  await luka.api.transfers.take({ body: await shareLink(buyer) });
  const claimed = await lastTicketMail(app, luka);
  expect(claimed).toContain(READY);
  expect(claimed).not.toContain(OLD);

  const [own] = await buyer.api.tickets.mine();
  const { url } = await buyer.api.transfers.makeLink({ id: own?.id ?? 0 });
  const ana = await createGuest(app, { firstName: 'Ana' });
  await ana.api.transfers.take({ body: { token: tokenIn(url) } });
  expect(await lastTicketMail(app, ana)).toContain(OLD);

  const places = (await buyer.api.claims.mine()).groups.flatMap((group) => group.places);
  await buyer.api.claims.keep({ id: places.find(({ state }) => state === 'unclaimed')?.ticketId ?? 0 });
  const kept = await lastTicketMail(app, buyer);
  expect(kept).toContain(READY);
  expect(kept).not.toContain(OLD);
});

test('a code that comes with the verification ends no other', async () => {
  const app = await startTestApp();
  const { buyer } = await buyForFriends(app, 2);
  const luka = await createGuest(app, { status: 'Pending' });
  await luka.api.transfers.take({ body: await shareLink(buyer) });
  const desk = app.api((await createAdmin(app.ctx)).accessToken);
  await desk.guests.changeStatus({ id: luka.id, body: { status: 'Verified', tellGuest: false } });
  const mail = await lastTicketMail(app, luka);
  expect(mail).toContain(READY);
  expect(mail).not.toContain(OLD);
});

test.each([
  ['Check_Later', 'has no code until we verify you'],
  ['Rejected', 'it’s theirs again'],
] as const)('the mail about the status %s says what becomes of a ticket', async (status, text) => {
  const app = await startTestApp();
  const { buyer } = await buyForFriends(app, 2);
  const luka = await createGuest(app);
  await luka.api.transfers.take({ body: await shareLink(buyer) });
  const ana = await createGuest(app);
  const desk = app.api((await createAdmin(app.ctx)).accessToken);
  const mailTo = async ({ id }: Guest) => {
    await desk.guests.changeStatus({ id, body: { status, tellGuest: true } });
    return (await mailKinds['account-status'].render(app.ctx, { payload: { userId: id, status }, language: 'en' }))?.text;
  };
  expect(await mailTo(luka)).toContain(text);
  expect(await mailTo(ana)).not.toContain(text);
});

test('a complimentary ticket to a guest who has a place is for a friend, and its mail speaks of no code', async () => {
  const app = await startTestApp();
  const { id: eventId } = await createEvent(app.ctx, named);
  const desk = app.api((await createAdmin(app.ctx)).accessToken);
  const email = 'new@example.com';
  for (const _ of [1, 2]) await desk.staffTicketTypes.give({ id: eventId, body: { ...complimentary, email, quantity: 1 } });
  const mail = await lastTicketMail(app, { email });
  expect(mail).toContain('you’re invited.');
  expect(mail).toContain('1 ticket is for a friend.');
  expect(mail).toContain('Set a password to share');
  expect(mail).not.toContain('Show the QR code');
  expect(mail).not.toContain('codes in this email');
});

test('a buyer gets the place of a deleted account back with a mail that needs no name', async () => {
  const app = await startTestApp();
  const { buyer } = await buyForFriends(app, 2, named);
  const luka = await createGuest(app, { firstName: 'Luka' });
  await luka.api.transfers.take({ body: await shareLink(buyer) });
  await luka.api.privacy.deleteAccount({ body: { password: luka.password } });
  const [mail] = await app.ctx.db.select().from(mails).where(eq(mails.kind, 'place-returned'));
  const payload = { transferId: Number(Reflect.get(mail?.payload ?? {}, 'transferId')), to: 'buyer' as const };
  for (const [language, text] of [
    ['en', 'deleted their account'],
    ['ka', 'თავისი ანგარიში წაშალა'],
  ] as const)
    expect((await mailKinds['place-returned'].render(app.ctx, { payload, language }))?.text).toContain(text);
});

/** The text of the only mail of a kind, in both languages. */
async function textsOf(app: TestApp, kind: 'place-returned' | 'ticket-taken'): Promise<string[]> {
  const [mail] = await app.ctx.db.select().from(mails).where(eq(mails.kind, kind)).orderBy(asc(mails.id));
  const payload = { transferId: Number(Reflect.get(mail?.payload ?? {}, 'transferId')), to: 'buyer' as const };
  const rendered = LANGUAGES.map((language) => mailKinds[kind].render(app.ctx, { payload, language }));
  return (await Promise.all(rendered)).map((content) => content?.text ?? '');
}

test('the buyer reads until when a friend must be verified, with the claim', async () => {
  const app = await startTestApp();
  const { buyer } = await buyForFriends(app, 2);
  const luka = await createGuest(app, { firstName: 'Luka', status: 'Pending' });
  await luka.api.transfers.take({ body: await shareLink(buyer) });
  const [en, ka] = await textsOf(app, 'ticket-taken');
  expect(en).toMatch(/If the club hasn’t verified Luka by .*, the ticket is yours again\./);
  expect(ka).toContain('ბილეთი ისევ თქვენი იქნება');
});

test('a buyer of friends who are verified reads of no end', async () => {
  const app = await startTestApp();
  const { buyer } = await buyForFriends(app, 2);
  const luka = await createGuest(app, { firstName: 'Luka' });
  await luka.api.transfers.take({ body: await shareLink(buyer) });
  expect((await textsOf(app, 'ticket-taken'))[0]).not.toContain('yours again');
});

test('once friends can claim no more, no mail promises a link', async () => {
  const app = await startTestApp();
  const startsAt = new Date(app.clock.now().getTime() + (3 * 60 + 2) * 60_000);
  const { eventId, buyer } = await buyForFriends(app, 2, { ...named, startsAt });
  const luka = await createGuest(app, { firstName: 'Luka' });
  await luka.api.transfers.take({ body: await shareLink(buyer) });
  app.clock.advanceMinutes(3);
  await luka.api.privacy.deleteAccount({ body: { password: luka.password } });
  const [en, ka] = await textsOf(app, 'place-returned');
  expect(en).toContain('Come to the door with another friend');
  expect(ka).toContain('მობრძანდით სხვა მეგობართან ერთად');

  const desk = app.api((await createAdmin(app.ctx)).accessToken);
  const email = 'new@example.com';
  for (const _ of [1, 2]) await desk.staffTicketTypes.give({ id: eventId, body: { ...complimentary, email, quantity: 1 } });
  const mail = await lastTicketMail(app, { email });
  expect(mail).toContain('Come to the door with your friend');
  expect(mail).toContain('Set a password to see your tickets');
  expect(mail).not.toContain('Share with friends');
});
