import { eq } from 'drizzle-orm';
import { addDays } from '#shared/dates.ts';
import type { Context } from '#server/platform/context.ts';
import type { WholeApi } from '#shared/staff-api.ts';
import { joinEnquiry } from '#shared/enquiries/enquiry-fields.ts';
import { raiseAlert } from '#server/platform/alerts/alerts.service.ts';
import { enquiries } from '#server/backoffice/backoffice.table.ts';
import { events, galleryImages } from '#server/content/content.table.ts';
import { mails, alerts } from '#server/platform/platform.table.ts';
import { BankError } from '#server/sales/payments/banks/provider.ts';
import { refunds } from '#server/sales/tables/payments.table.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { rentalForm } from './enquiries.ts';
import { bankOrderOf, callBack, falsify } from './bank-calls.ts';
import { createEvent } from './events.ts';
import { knownGuestCommands } from './known-guests.ts';
import { promoCodeCommands } from './promo-codes.ts';
import { promoterCommands } from './promoters.ts';
import { listCommands } from './staff-lists.ts';
import { eventFields } from './event-fields.ts';
import { paidWithoutCallback } from './purchases.ts';
import { createGuest, sellOut } from './sold-out.ts';
import { allPayments, sell } from './staff-money.ts';
import { changeEvent } from './stock.ts';
import { createUser } from './users.ts';

/** The input of a command: parameters and query by name, and the body. */
export type CommandInput = { id?: number | string; noteId?: number; version?: number; body?: Record<string, unknown> };
type Prepare = (app: TestApp, api: WholeApi) => Promise<CommandInput & { id?: number }>;

const reason = 'Because of the test';
let made = 0;
const FREE_AFTER_DAYS = 30;
const newNumber = (): number => (made += 1);

/** Creates a team member with a session. */
const member: Prepare = async ({ ctx }) => ({ id: (await createUser(ctx, { roles: ['Desk'] })).id });

const newest = (rows: readonly { id: number }[]): number => Math.max(...rows.map(({ id }) => id));

const guest: Prepare = async ({ ctx }) => ({ id: (await createUser(ctx, { status: 'Pending' })).id });
/**
 * Returns an evening without another event, counted from those of the database: a counter of the process would reach the fixed days below.
 */
const freeEvening = async ({ db, clock }: Context): Promise<Date> => addDays(clock.now(), FREE_AFTER_DAYS + (await db.$count(events)));

/** Creates a draft on a free evening, which can be published without warnings. */
const event: Prepare = async ({ ctx }) => ({
  id: (await createEvent(ctx, { state: 'draft', startsAt: await freeEvening(ctx) })).id,
  version: 0,
});

async function cancelledSale(app: TestApp): Promise<number> {
  const { eventId } = await sell(app);
  await changeEvent(app.ctx, eventId, { state: 'cancelled' });
  return eventId;
}

/** Creates a refund that the bank always refuses. */
async function failedRefund(app: TestApp, api: WholeApi): Promise<number> {
  const { orderId } = await sell(app);
  const bank = app.deps.payments;
  app.deps.payments = { ...bank, refund: () => Promise.reject(new BankError('refused', 'No.')) };
  const { id } = await api.staffMoney.refundOrder({ id: orderId, body: { reason } });
  app.deps.payments = bank;
  await app.ctx.db.update(refunds).set({ state: 'failed' }).where(eq(refunds.id, id));
  return id;
}

async function flaggedPayment(app: TestApp): Promise<number> {
  const order = await bankOrderOf(app, (await paidWithoutCallback(app)).redirect);
  await falsify(app, order, { reportedTetri: 7_900 });
  await callBack(app, order);
  return newest(await allPayments(app));
}

const enquiry: Prepare = async ({ ctx }) => {
  const body = joinEnquiry('rental', rentalForm);
  return { id: newest(await ctx.db.insert(enquiries).values({ kind: 'rental', body, createdAt: ctx.clock.now() }).returning()) };
};

const mail =
  (state: 'queued' | 'dead'): Prepare =>
  async ({ ctx }) => {
    const key = `welcome:${newNumber()}`;
    const fields = {
      kind: 'welcome',
      recipient: 'a@example.com',
      language: 'en' as const,
      payload: { userId: 1 },
      messageId: `<${key}@x>`,
    };
    return {
      id: newest(
        await ctx.db
          .insert(mails)
          .values({ ...fields, key, state, createdAt: ctx.clock.now() })
          .returning(),
      ),
    };
  };

const picture: Prepare = async ({ ctx }) => {
  const file = `picture-${newNumber()}`;
  const fields = { album: 'gallery' as const, name: 'Hall', nameKa: 'დარბაზი', width: 1080, height: 720, widths: [480], checksum: '' };
  const row = { ...fields, file, source: 'upload' as const, sourceId: file, position: newNumber() };
  return { id: newest(await ctx.db.insert(galleryImages).values(row).returning()) };
};

const ticketType = { name: 'ადრეული', nameLat: 'Early', price: 35.5, allocation: 5, onSaleFrom: null, onSaleUntil: null };
const complimentary = {
  firstName: 'Nino',
  lastName: 'B',
  email: 'nino@example.com',
  language: 'en' as const,
  quantity: 1,
  ticketTypeId: null,
  reason,
  receipt: null,
};

async function newTicketType(app: TestApp, api: WholeApi): Promise<{ eventId: number; ids: number[] }> {
  const { id } = await createEvent(app.ctx);
  const { ticketTypes } = await api.staffTicketTypes.add({ id, body: ticketType });
  return { eventId: id, ids: ticketTypes.map((one) => one.id) };
}

const announcement = { subject: 'სიახლე', subjectLat: 'News', body: 'კარი გვიან იღება.', bodyLat: 'Doors open late.' };
const scannerDevice = { name: 'Main 1', rights: ['scan' as const] };
const newScannerDevice = async ({ ctx }: TestApp, api: WholeApi): Promise<{ id: string }> => ({
  id: (await api.staffScannerDevices.create({ body: { ...scannerDevice, eventId: (await createEvent(ctx)).id } })).id,
});

/** For every command of the console an effective input, with the rows that it needs. */
export const staffCommands: Record<string, (app: TestApp, api: WholeApi) => Promise<CommandInput>> = {
  'guests.showPersonalNumber': guest,
  'guests.changeEmail': async (app, api) => ({
    ...(await guest(app, api)),
    body: { email: `corrected-${newNumber()}@example.com`, reason },
  }),
  'guests.cancelEmailChange': guest,
  'guests.changePersonalNumber': async (app, api) => ({ ...(await guest(app, api)), body: { personalNumber: '01024067890' } }),
  'guests.changeStatus': async (app, api) => ({
    ...(await guest(app, api)),
    body: { status: 'Rejected', tellGuest: true, reason, sendReason: false },
  }),
  'guests.ban': async (app, api) => ({ ...(await guest(app, api)), body: { reason, until: null } }),
  'guests.unban': async (app, api) => {
    const { id = 0 } = await guest(app, api);
    await api.guests.ban({ id, body: { reason, until: null } });
    return { id };
  },
  'guests.addNote': async (app, api) => ({ ...(await guest(app, api)), body: { text: 'Plays the flute' } }),
  'guests.withdrawNote': async (app, api) => {
    const { id = 0 } = await guest(app, api);
    return { id, noteId: (await api.guests.addNote({ id, body: { text: 'Plays the flute' } })).id };
  },
  'guests.chosenFile': async (app, api) => ({ body: { ids: [(await guest(app, api)).id] } }),
  'staffOrders.chosenOrdersFile': async (app) => ({ body: { ids: [(await sell(app)).orderId] } }),
  ...knownGuestCommands,
  'guests.setVerifiedOnly': async ({ ctx }) => ({ id: (await createEvent(ctx)).id, body: { verifiedOnly: true } }),

  'staffScannerDevices.create': async ({ ctx }) => ({ body: { ...scannerDevice, eventId: (await createEvent(ctx)).id } }),
  'staffScannerDevices.renew': (app, api) => newScannerDevice(app, api),
  'staffScannerDevices.setRights': async (app, api) => ({ ...(await newScannerDevice(app, api)), body: { rights: ['scan', 'lists'] } }),
  'staffScannerDevices.revoke': (app, api) => newScannerDevice(app, api),

  'staffMoney.refundOrder': async (app) => ({ id: (await sell(app)).orderId, body: { reason, evenIfUsed: false } }),
  'staffMoney.retryRefund': async (app, api) => ({ id: await failedRefund(app, api) }),
  'staffMoney.syncPaymentNow': async (app) => {
    await paidWithoutCallback(app);
    return { id: newest(await allPayments(app)) };
  },
  'staffMoney.resolvePayment': async (app) => ({ id: await flaggedPayment(app), body: { decision: 'issue', reason } }),
  'staffMoney.refundEvent': async (app) => ({ id: await cancelledSale(app), body: { reason } }),
  'staffMoney.cancelEvent': async (app) => ({ id: (await sell(app)).eventId, body: { version: 0, reason } }),
  'staffMoney.stopEventRefund': async (app, api) => {
    const id = await cancelledSale(app);
    await api.staffMoney.refundEvent({ id, body: { reason } });
    return { id };
  },
  'staffMoney.resumeEventRefund': async (app, api) => {
    const id = await cancelledSale(app);
    await api.staffMoney.refundEvent({ id, body: { reason } });
    await api.staffMoney.stopEventRefund({ id });
    return { id };
  },

  'staffOrders.mailAgain': async (app) => ({ id: (await sell(app)).orderId }),
  'alertInbox.dismiss': async ({ ctx }) => {
    await raiseAlert(ctx, { kind: 'refund_failed', subject: `refund ${newNumber()}`, detail: '' });
    return { id: newest(await ctx.db.select().from(alerts)), body: { reason } };
  },

  'staffEnquiries.changeState': async (app, api) => ({ ...(await enquiry(app, api)), body: { from: 'new', to: 'open' } }),
  'staffEnquiries.addNote': async (app, api) => ({ ...(await enquiry(app, api)), body: { text: 'Call her' } }),
  'staffEnquiries.reply': async (app, api) => ({
    ...(await enquiry(app, api)),
    body: { subject: 'Yes', text: 'It is free.', language: 'ka' },
  }),
  'staffMails.retry': mail('dead'),
  'staffMails.giveUp': mail('queued'),

  'staffTicketTypes.add': async ({ ctx }) => ({ id: (await createEvent(ctx)).id, body: { ...ticketType } }),
  'staffTicketTypes.change': async (app, api) => {
    const { ids } = await newTicketType(app, api);
    return { id: newest(ids.map((id) => ({ id }))), body: { ...ticketType, allocation: 6, version: 0 } };
  },
  'staffTicketTypes.order': async (app, api) => {
    const { eventId, ids } = await newTicketType(app, api);
    return { id: eventId, body: { seen: ids, wanted: ids.toReversed() } };
  },
  'staffTicketTypes.remove': async (app, api) => ({ id: newest((await newTicketType(app, api)).ids.map((id) => ({ id }))), version: 0 }),
  'staffTicketTypes.give': async ({ ctx }) => ({ id: (await createEvent(ctx)).id, body: { ...complimentary } }),
  'staffTicketTypes.revoke': async (app, api) => {
    const { id } = await createEvent(app.ctx);
    return { id: (await api.staffTicketTypes.give({ id, body: complimentary })).id, body: { reason } };
  },

  ...promoCodeCommands,
  ...promoterCommands,
  'staffWaitlist.remove': async (app, api) => {
    const { eventId } = await sellOut(app, 1);
    const waiter = await createGuest(app);
    await waiter.api.waitlist.join({ id: eventId, body: { quantity: 1 } });
    return { id: newest((await api.staffWaitlist.list({ id: eventId })).items) };
  },
  'staffAnnouncements.test': async ({ ctx }) => ({ id: (await createEvent(ctx)).id, body: { ...announcement } }),
  'staffAnnouncements.plan': async ({ ctx }) => ({ id: (await createEvent(ctx)).id, body: { ...announcement, sendAt: null } }),
  'staffAnnouncements.cancel': async ({ ctx }, api) => {
    const { id } = await createEvent(ctx);
    return { id: newest((await api.staffAnnouncements.plan({ id, body: { ...announcement, sendAt: null } })).items) };
  },
  'staffNewsletter.test': async () => ({ body: { ...announcement } }),
  'staffNewsletter.plan': async () => ({ body: { ...announcement, sendAt: null } }),
  'staffNewsletter.cancel': async (_app, api) => ({
    id: newest((await api.staffNewsletter.plan({ body: { ...announcement, sendAt: null } })).items),
  }),
  ...listCommands,

  'staffNotifications.change': async () => ({ body: { soldOut: false, waitingGuests: 'hourly' } }),

  'staffEvents.create': async () => ({ body: { ...eventFields(), publish: false, confirmed: [] } }),
  'staffEvents.update': async (app, api) => {
    const { id = 0 } = await event(app, api);
    return { id, body: { ...eventFields({ nameLat: 'Another' }), version: 0, publish: false, confirmed: [], tellHolders: true, reason } };
  },
  'staffEvents.copy': async (app, api) => ({
    id: (await event(app, api)).id ?? 0,
    body: { days: ['2027-12-11'], confirmed: [] },
  }),
  'staffEvents.undoMove': async ({ ctx }, api) => {
    const { id } = await createEvent(ctx, { startsAt: await freeEvening(ctx) });
    const { day, version } = await api.staffEvents.get({ id });
    const moved = await api.staffEvents.update({ id, body: { ...eventFields({ day, from: '21:00' }), version } });
    return { id, body: { version: moved.version } };
  },
  'staffEvents.planPublication': async (app, api) => ({
    id: (await event(app, api)).id ?? 0,
    body: { version: 0, publishAt: '2026-11-25T18:00:00+04:00', confirmed: [] },
  }),
  'staffEvents.cancelPublication': async (app, api) => {
    const { id = 0 } = await event(app, api);
    await api.staffEvents.planPublication({ id, body: { version: 0, publishAt: '2026-11-25T18:00:00+04:00' } });
    return { id, version: 0 };
  },
  'staffEvents.undoCopies': async (app, api) => {
    const { id = 0 } = await event(app, api);
    const { items } = await api.staffEvents.copy({ id, body: { days: ['2027-12-18'] } });
    return { body: { copies: items.map((copy) => ({ id: copy.id, version: copy.version })) } };
  },
  'staffEvents.remove': event,
  'staffEvents.changeState': async (app, api) => ({
    id: (await event(app, api)).id ?? 0,
    body: { version: 0, state: 'published', confirmed: [], reason },
  }),
  'staffEvents.changeLineUp': async (app, api) => {
    const slots = [{ floor: 1, artistName: 'Lela M.', time: '23:00', isHeadliner: true }];
    return { id: (await event(app, api)).id ?? 0, body: { version: 0, slots } };
  },
  'staffEvents.removeSound': async (app, api) => {
    const { id = 0 } = await event(app, api);
    const slots = [{ floor: 1, artistName: 'Lela M.', time: '23:00', isHeadliner: true }] as const;
    const { version, lineUps } = await api.staffEvents.changeLineUp({ id, body: { version: 0, slots: [...slots] } });
    return { id, act: lineUps[0]?.id ?? 0, version };
  },
  'staffEvents.removePhoto': async (app, api) => {
    const { id = 0 } = await event(app, api);
    await app.ctx.db.update(events).set({ photoUrl: '/media/nights/none.jpg' }).where(eq(events.id, id));
    return { id, version: 1 };
  },

  'staffGallery.change': async (app, api) => ({
    ...(await picture(app, api)),
    body: { caption: 'The hall', captionKa: 'დარბაზი', isShown: false, album: 'about' },
  }),
  'staffGallery.move': async (app, api) => {
    const { id: beforeId } = await picture(app, api);
    return { ...(await picture(app, api)), body: { beforeId } };
  },
  'staffGallery.remove': picture,
  'staffGallery.bringBack': async (app, api) => {
    const { id = 0 } = await picture(app, api);
    await api.staffGallery.remove({ id });
    return { id };
  },
  // Commands of a new club: the demo needs one without events.
  'staffDemo.load': async () => ({}),
  'staffDemo.remove': async () => ({}),
  'staffChecks.mail': async () => ({}),
  'staffChecks.bank': async () => ({}),
  'staffTeam.invite': async () => ({ body: { email: `lela-${newNumber()}@example.com`, roles: ['Desk', 'DoorLead'], language: 'ka' } }),
  'staffTeam.withdraw': async (_app, api) => ({
    id: (await api.staffTeam.invite({ body: { email: `lela-${newNumber()}@example.com`, roles: ['Desk'], language: 'en' } })).id,
  }),
  'staffTeam.changeRoles': async (app, api) => ({ ...(await member(app, api)), body: { seen: ['Desk'], wanted: ['Desk', 'Money'] } }),
  'staffTeam.remove': member,
  'staffTeam.signOut': member,
  'siteTexts.save': async (_app, api) => {
    const text = (await api.siteTexts.list()).texts.find(({ key }) => key === 'club:address');
    const { key = '', language = 'en', version = 0 } = text ?? {};
    return { body: { changes: [{ key, language, version, value: `${newNumber()} Sulava Street` }] } };
  },
};
