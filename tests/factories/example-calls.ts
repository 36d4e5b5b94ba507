import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { WholeApi } from '#shared/staff-api.ts';
import { createDoorKey, publicKeyOf } from '#shared/door/sign-call.ts';
import { stopToken } from '#server/accounts/email/stop-token.ts';
import { renewSetUpLink } from '#server/accounts/set-up/set-up.service.ts';
import type { ExampleInput } from '#server/platform/http/docs.ts';
import { mails } from '#server/platform/platform.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { rawCall } from '#tests/setup/raw-call.ts';
import { addPasskey, createAuthenticator } from './authenticator.ts';
import { cartWithPromoCode, openCode } from './promo-codes.ts';
import { proveMailbox, requestProof } from './email-proof.ts';
import { createScannerDevice, pairPhone } from './door-phone.ts';
import { createEvent } from './events.ts';
import { fillCart } from './purchases.ts';
import { addFactor, codeOf } from './second-factors.ts';
import { tokenIn } from './sold-out.ts';
import { importGuests, invitedToken } from './known-guests.ts';
import { newPromoter } from './promoters.ts';
import { newLinkedList } from './staff-lists.ts';
import { staffCommands } from './staff-commands.ts';
import { sell } from './staff-money.ts';
import { createTicket } from './tickets.ts';
import { createAdmin, createUser, storedUser, type TestUser } from './users.ts';
import { openDoorSale, walker } from './door-sale.ts';

/** The caller, and the existing ids and versions that replace those of the example. */
type PreparedCall = { bearer?: string; cookie?: string; phone?: Phone; input: Record<string, unknown> };
/** A scanner device, which signs its calls. */
type Phone = Awaited<ReturnType<typeof pairPhone>>;
type Prepare = (app: TestApp) => Promise<PreparedCall>;

const PASSWORD = 'Kikliko-2027!';
const PROVED = { emailProvedAt: new Date(0) };

const asGuest =
  (prepare: (app: TestApp, guest: TestUser) => Promise<object> = async () => ({}), facts: Parameters<typeof createUser>[1] = {}): Prepare =>
  async (app) => {
    const guest = await createUser(app.ctx, { password: PASSWORD, ...facts });
    return { bearer: guest.accessToken, input: { ...(await prepare(app, guest)) } };
  };

const asStaff =
  (prepare: (app: TestApp, api: WholeApi) => Promise<object> = async () => ({})): Prepare =>
  async (app) => {
    const { accessToken } = await createAdmin(app.ctx);
    return { bearer: accessToken, input: { ...(await prepare(app, app.api(accessToken))) } };
  };

const asVisitor =
  (prepare: (app: TestApp) => Promise<object>): Prepare =>
  async (app) => ({ input: { ...(await prepare(app)) } });

const ofEvent = async ({ ctx }: TestApp) => ({ id: (await createEvent(ctx)).id });
const withEventId = async (app: TestApp) => ({ eventId: (await ofEvent(app)).id });
const ofOrder = async (app: TestApp) => ({ id: (await sell(app)).orderId });
const ofGuest = async ({ ctx }: TestApp) => ({ id: (await createUser(ctx)).id });
const ofGuestAtDoor = async (app: TestApp) => {
  const { id } = await createUser(app.ctx);
  const event = await createEvent(app.ctx, { startsAt: app.clock.now() });
  await createTicket(app.ctx, { userId: id, eventId: event.id });
  return { id };
};
const ofTicket = async (app: TestApp, { id: userId }: TestUser) => {
  return { id: (await createTicket(app.ctx, { userId, eventId: (await ofEvent(app)).id })).id };
};
/** Creates a ticket of an event that has no other place. */
async function ticketOfFull(app: TestApp, userId: number) {
  const { id: eventId } = await createEvent(app.ctx, { allocation: 1 });
  return createTicket(app.ctx, { userId, eventId });
}
/** Returns the token of a link that transfers a ticket. */
async function linkToTicket(app: TestApp) {
  const owner = await createUser(app.ctx);
  const { url } = await app.api(owner.accessToken).transfers.makeLink({ id: (await ofTicket(app, owner)).id });
  return { body: { token: tokenIn(url) } };
}
/** Two places for friends and none of the guest's own. */
async function placesForFriends({ ctx }: TestApp, { id: userId }: TestUser) {
  const { id: eventId } = await createEvent(ctx, { namesRequired: true });
  const bought = [await createTicket(ctx, { userId, eventId }), await createTicket(ctx, { userId, eventId })];
  const own = bought.find(({ claim }) => claim === 'claimed');
  const unclaimed = bought.find(({ claim }) => claim === 'unclaimed');
  await ctx.db
    .update(tickets)
    .set({ claim: 'bearer' })
    .where(eq(tickets.id, own?.id ?? 0));
  return { keep: unclaimed?.id ?? 0, line: unclaimed?.orderLineId ?? 0 };
}
const ofPurchase = async (app: TestApp, guest: TestUser) => ({ id: (await placesForFriends(app, guest)).line });
const EMAIL = 'nino@example.com';
const knownAccount = asVisitor(async ({ ctx }) => {
  await createUser(ctx, { email: EMAIL, password: PASSWORD });
  return {};
});
const mailedToken = asVisitor(async (app) => {
  await createUser(app.ctx, { email: EMAIL, password: PASSWORD });
  await app.api().accounts.requestPasswordReset({ body: { email: EMAIL } });
  const [mail] = await app.ctx.db.select({ payload: mails.payload }).from(mails);
  return { body: mail?.payload };
});
/** Invites an address, and returns the token of the mail. */
async function invite(app: TestApp, email: string): Promise<unknown> {
  const { accessToken } = await createAdmin(app.ctx);
  await app.api(accessToken).staffTeam.invite({ body: { email, roles: ['Desk'], language: 'en' } });
  const [mail] = await app.ctx.db.select({ payload: mails.payload }).from(mails);
  return mail?.payload;
}

const invited: Prepare = async (app) => {
  const guest = await createUser(app.ctx);
  return { bearer: guest.accessToken, input: { body: await invite(app, guest.email) } };
};
const invitedWithoutAccount: Prepare = async (app) => ({ input: { body: await invite(app, 'somebody.new@example.com') } });
/** The link that the start of an empty club prints. */
const withSetUpLink = asVisitor(async (app) => {
  const link = (await renewSetUpLink(app.ctx)) ?? '';
  return { body: { token: link.split('#')[1] } };
});
const signedIn: Prepare = async ({ ctx, url }) => {
  await createUser(ctx, { email: EMAIL, password: PASSWORD });
  const { cookie } = await rawCall(url, '/api/auth/login', { body: { email: EMAIL, password: PASSWORD } });
  return { cookie, input: {} };
};
/** Starts a login that waits for a passkey. */
async function halfSignedIn(app: TestApp) {
  const { email, password, accessToken } = await createUser(app.ctx);
  const { authenticator } = await addPasskey(app, accessToken);
  const { body } = await rawCall(app.url, '/api/auth/login', { body: { email, password } });
  return { challenge: String(body['challenge']), authenticator };
}
const fullCart: Prepare = async (app) => {
  const { user, eventId } = await fillCart(app, { allocation: 10 });
  return { bearer: user.accessToken, input: { eventId } };
};

const asPhone: Prepare = async (app) => ({ phone: await pairPhone(app), input: {} });
const asSearchingPhone: Prepare = async (app) => {
  const { id: eventId } = await createEvent(app.ctx, { startsAt: app.clock.now() });
  return { phone: await pairPhone(app, { rights: ['search'], eventId }), input: {} };
};

/** Creates a guest list with a link for its owner. */
async function linkedList(app: TestApp) {
  const { accessToken } = await createAdmin(app.ctx);
  const api = app.api(accessToken);
  return { api, ...(await newLinkedList(app, api)) };
}
const asOwnerOfList = asVisitor(async (app) => {
  const { token, entryId } = await linkedList(app);
  return { body: { token, entryId } };
});

/** Calls that need existing rows, except staff commands (staff-commands.ts). */
const prepared: Record<string, Prepare> = {
  'events.get': asVisitor(ofEvent),
  'accounts.login': knownAccount,
  'accounts.refresh': signedIn,
  'accounts.resetPassword': mailedToken,
  'accounts.guest': asStaff(ofGuestAtDoor),
  'security.endSession': asGuest(async (app, { id, accessToken }) => {
    const sessions = await app.api(accessToken).security.sessions();
    return { id: sessions[0]?.id ?? String(id) };
  }),
  'secondFactor.signIn': asVisitor(async (app) => {
    const guest = await createUser(app.ctx);
    const { secret } = await addFactor(app, guest.accessToken);
    const { body } = await rawCall(app.url, '/api/auth/login', { body: { email: guest.email, password: guest.password } });
    return { body: { challenge: body['challenge'], code: codeOf(app, secret) } };
  }),
  'emailChange.stop': asVisitor(async (app) => {
    const guest = await createUser(app.ctx);
    await proveMailbox(app, guest.accessToken);
    const desk = await createUser(app.ctx, { roles: ['Desk'] });
    await app.api(desk.accessToken).guests.changeEmail({ id: guest.id, body: { email: EMAIL, reason: 'Lost the inbox' } });
    return { body: { token: stopToken(app.ctx.keys, await storedUser(app.ctx, guest.id)) } };
  }),
  'emailChange.openLink': asVisitor(async (app) => {
    const { password, accessToken } = await createUser(app.ctx);
    await app.api(accessToken).emailChange.request({ body: { email: EMAIL, password } });
    const sent = await app.ctx.db.select({ payload: mails.payload }).from(mails).where(eq(mails.kind, 'email-change'));
    return { body: sent[0]?.payload };
  }),
  'emailProof.confirm': asGuest(async (app, { accessToken }) => ({ body: { code: (await requestProof(app, accessToken)).code } })),
  'newsletter.choose': asGuest(undefined, PROVED),
  'emailProof.openLink': asVisitor(async (app) => {
    const { accessToken } = await createUser(app.ctx);
    return { body: { token: (await requestProof(app, accessToken)).token } };
  }),
  'secondFactor.activate': asGuest(async (app, { accessToken }) => {
    const { id, secret } = await app.api(accessToken).secondFactor.begin({ body: { name: 'My phone' } });
    return { id, body: { code: codeOf(app, secret) } };
  }),
  'secondFactor.remove': asGuest(async (app, { accessToken }) => ({ id: (await addFactor(app, accessToken)).id })),
  'secondFactor.renewRecoveryCodes': asGuest(async (app, { accessToken }) => {
    await addFactor(app, accessToken);
    return {};
  }),
  'passkeys.add': asGuest(async (app, { accessToken }) => {
    const options = await app.api(accessToken).passkeys.begin();
    return { body: { passkey: createAuthenticator(app).create(options) } };
  }),
  'passkeys.askSignIn': asVisitor(async (app) => ({ body: { challenge: (await halfSignedIn(app)).challenge } })),
  'passkeys.signIn': asVisitor(async (app) => {
    const { challenge, authenticator } = await halfSignedIn(app);
    return { body: { challenge, passkey: authenticator.get(await app.api().passkeys.askSignIn({ body: { challenge } })) } };
  }),
  'passkeys.askConfirmation': asGuest(async (app, { accessToken }) => {
    await addPasskey(app, accessToken);
    return {};
  }),
  'setUp.read': withSetUpLink,
  'setUp.createOwner': withSetUpLink,
  'staffOrders.doorSheet': asStaff(ofEvent),
  'staffTonight.minutes': asStaff(withEventId),
  'staffTonight.decisions': asStaff(async (app) => ({ body: { ...(await withEventId(app)), search: '' } })),
  'scannerDevice.look': async (app) => ({ phone: await pairPhone(app), input: { body: { ticketId: 90417 } } }),
  'scannerDevice.search': asSearchingPhone,
  'cart.addTicket': asGuest(withEventId),
  'cart.updateTicket': fullCart,
  'cart.removeTicket': fullCart,
  'cart.checkout': fullCart,
  'payments.bankReturn': asVisitor(async (app) => ({ body: { token: (await sell(app)).token } })),
  'tickets.pdf': asGuest(ofTicket),
  'tickets.allPdf': asGuest(ofTicket),
  'tickets.resend': asGuest(async (app, guest) => ofTicket(app, guest)),
  'door.scan': asStaff(async (app) => {
    const { id: ticketId } = await ofTicket(app, await createUser(app.ctx));
    return { body: { isReject: false, ticketId } };
  }),
  'door.undo': asStaff(async (app, api) => {
    const { id: ticketId } = await ofTicket(app, await createUser(app.ctx));
    const scanId = randomUUID();
    await api.door.scan({ body: { isReject: false, ticketId, scanId } });
    return { body: { scanId } };
  }),
  'scannerDevice.pair': asVisitor(async (app) => {
    const { secret } = await createScannerDevice(app);
    return { body: { secret, publicKey: await publicKeyOf(await createDoorKey()) } };
  }),
  'scannerDevice.time': asPhone,
  'scannerDevice.offlineManifest': asPhone,
  'scannerDevice.changes': asPhone,
  'scannerDevice.changesStream': asPhone,
  'scannerDevice.scans': asPhone,
  'scannerDevice.leave': asPhone,
  'staffScannerDevices.list': asStaff(withEventId),
  'guests.get': asStaff(ofGuest),
  'staffMoney.order': asStaff(ofOrder),
  'staffMoney.eventRefund': asStaff(ofEvent),
  'staffOrders.timeline': asStaff(ofOrder),
  'staffOrders.ordersFile': asStaff(ofEvent),
  'staffOrders.guestsFile': asStaff(ofEvent),
  'staffTonight.show': asStaff(withEventId),
  'staffTonight.stream': asStaff(withEventId),
  'staffEnquiries.one': asStaff(async (app, api) => {
    await app.api().enquiries.rental({ body: 'Name: Nino' });
    return { id: (await api.staffEnquiries.list({})).items[0]?.id ?? 0 };
  }),
  'staffTeam.sessions': asStaff(async ({ ctx }) => ({ id: (await createUser(ctx, { roles: ['Desk'] })).id })),
  'staffTicketTypes.list': asStaff(ofEvent),
  'staffTicketTypes.given': asStaff(ofEvent),
  'staffPromoCodes.list': asStaff(ofEvent),
  'staffReports.event': asStaff(ofEvent),
  'staffPromoters.events': asStaff(async (_app, api) => ({ id: await newPromoter(api, 'nino') })),
  'promoter.read': asVisitor(async (app) => {
    const api = app.api((await createAdmin(app.ctx)).accessToken);
    const { url } = await api.staffPromoters.makeLink({ id: await newPromoter(api) });
    return { body: { token: url.split('#')[1] } };
  }),
  'staffWaitlist.list': asStaff(ofEvent),
  'staffAnnouncements.list': asStaff(ofEvent),
  'staffAnnouncements.preview': asStaff(ofEvent),
  'transfers.show': asGuest(ofTicket),
  'transfers.name': asGuest(ofTicket),
  'transfers.makeLink': asGuest(ofTicket),
  'transfers.endLink': asGuest(ofTicket),
  'transfers.withdrawListing': asGuest(ofTicket),
  'transfers.listForResale': asGuest(async (app, { id }) => ({ id: (await ticketOfFull(app, id)).id })),
  'transfers.look': asVisitor(linkToTicket),
  'transfers.take': asGuest(linkToTicket, PROVED),
  'doorSale.look': asVisitor(ofEvent),
  'doorSale.enter': asVisitor(async (app) => ({ id: (await openDoorSale(app)).id, body: walker })),
  'doorSale.enterByLink': asVisitor(async (app) => ({ body: { ...walker, ...(await linkToTicket(app)).body } })),
  'claims.makeLink': asGuest(ofPurchase),
  'claims.endLink': asGuest(ofPurchase),
  'claims.keep': asGuest(async (app, guest) => ({ id: (await placesForFriends(app, guest)).keep })),
  'claims.takeBack': asGuest(async (app, guest) => {
    const { keep } = await placesForFriends(app, guest);
    const { id: userId } = await createUser(app.ctx);
    await app.ctx.db.update(tickets).set({ userId, claim: 'waiting' }).where(eq(tickets.id, keep));
    return { id: keep };
  }),
  'staffDoorSale.code': asStaff(ofEvent),
  'waitlist.look': asGuest(ofEvent),
  'waitlist.leave': asGuest(ofEvent),
  'waitlist.join': asGuest(async (app) => ({ id: (await ticketOfFull(app, (await createUser(app.ctx)).id)).eventId }), PROVED),
  'promoCodes.look': asVisitor(async (app) => openCode(app)),
  'promoCodes.apply': asGuest(async (app, guest) => cartWithPromoCode(app, guest)),
  'ownList.read': asOwnerOfList,
  'ownList.add': asOwnerOfList,
  'ownList.change': asOwnerOfList,
  'ownList.remove': asOwnerOfList,
  'ownList.bringBack': asVisitor(async (app) => {
    const { api, token, entryId } = await linkedList(app);
    await api.staffLists.removeEntry({ id: entryId });
    return { body: { token, entryId } };
  }),
  'staffLists.list': asStaff(ofEvent),
  'guestInvitations.read': asVisitor(async (app) => {
    const { accessToken } = await createAdmin(app.ctx);
    await importGuests(app.api(accessToken), 'email\nlela@example.com');
    return { body: { token: await invitedToken(app, 'lela@example.com') } };
  }),
  'invitations.read': invited,
  'invitations.accept': invited,
  'invitations.join': invitedWithoutAccount,
  'staffEvents.get': asStaff(ofEvent),
  'staffEvents.warnings': asStaff(ofEvent),
  'staffEvents.holders': asStaff(ofEvent),
  'staffEvents.freeDays': asStaff(ofEvent),
  'staffEvents.copyWarnings': asStaff(ofEvent),
};

/** Prepares a call; returns its caller, and the example with existing ids and versions. */
export async function prepareCall(app: TestApp, name: string, access: string, example: ExampleInput): Promise<PreparedCall> {
  const command = staffCommands[name];
  const prepare =
    prepared[name] ?? (command ? asStaff(command) : access === 'public' ? undefined : access === 'user' ? asGuest() : asStaff());
  const { input, ...caller } = (await prepare?.(app)) ?? { input: {} };
  return { ...caller, input: { ...example, ...input, ...('body' in example ? { body: refreshed(example['body'], input['body']) } : {}) } };
}

/** Body fields that refer to rows; the others keep the example's values. */
const REFERENCES = new Set([
  'version',
  'seen',
  'copies',
  'wanted',
  'beforeId',
  'changes',
  'ticketTypeId',
  'entryId',
  'ticketId',
  'scanId',
  'token',
  'challenge',
  'code',
  'passkey',
  'secret',
  'publicKey',
  'eventId',
]);

function refreshed(body: unknown, real: unknown): unknown {
  if (typeof body !== 'object' || body === null || typeof real !== 'object' || real === null) return body;
  return { ...body, ...Object.fromEntries(Object.entries(real).filter(([name]) => REFERENCES.has(name) && name in body)) };
}
