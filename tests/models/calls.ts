import { createApi } from '#shared/api.ts';
import { createClient } from '#shared/contract.ts';
import { ApiError } from '#shared/errors.ts';
import { staffMoneyContract } from '#shared/staff/money.contract.ts';
import { addTicket, removeTicket, updateTicket } from '#server/sales/cart/cart.service.ts';
import { contextFor } from '#server/platform/context.ts';
import { decideEntry } from '#server/door/door.service.ts';
import { checkout } from '#server/sales/orders/checkout.service.ts';
import { receiveCallback, returnFromBank } from '#server/sales/payments/bank-news.service.ts';
import { refundOrder } from '#server/sales/payments/staff-money.service.ts';
import { listForResale, withdrawFromResale } from '#server/sales/resale/resale.service.ts';
import { makeTransferLink, acceptTransfer } from '#server/sales/transfers/transfers.service.ts';
import { joinWaitlist, leaveWaitlist } from '#server/sales/waitlist/waitlist.service.ts';
import { transfersContract } from '#shared/tickets/transfers.contract.ts';
import { waitlistContract } from '#shared/waitlist/waitlist.contract.ts';
import { tokenIn } from '#tests/factories/sold-out.ts';
import { sendCallback } from '#tests/factories/bank-calls.ts';
import { signInAgain, type TestUser } from '#tests/factories/users.ts';
import { fetchFrom } from '#tests/setup/app.ts';
import { asPerson, type ClubProcess, type Stage } from './stage.ts';

const REASON = 'The guest asked for it.';

type Places = { eventId: number; quantity: number; code?: string };

/** The calls of people and the bank. */
type Calls = {
  add(guest: TestUser | undefined, places: Places): Promise<{ price: number }>;
  change(guest: TestUser | undefined, places: Places): Promise<{ price: number }>;
  remove(guest: TestUser | undefined, eventId: number): Promise<unknown>;
  checkout(guest: TestUser | undefined): Promise<{ redirect: string }>;
  comeBack(token: string): Promise<{ state: string }>;
  callBack(body: string, headers: Record<string, string>): Promise<unknown>;
  /** At the door of its event: without a name, a near door of another history's event would refuse the ticket. */
  scan(ticket: { id: number; eventId: number }, isReject: boolean): Promise<{ result: string }>;
  /** Refunds these tickets, or all remaining ones of the order. */
  refund(orderId: number, tickets?: number[]): Promise<unknown>;
  join(guest: TestUser | undefined, places: Places): Promise<unknown>;
  leave(guest: TestUser | undefined, eventId: number): Promise<unknown>;
  listForResale(owner: TestUser | undefined, ticketId: number): Promise<unknown>;
  withdrawListing(owner: TestUser | undefined, ticketId: number): Promise<unknown>;
  /** The owner makes a link with which the guest takes the ticket. */
  transfer(owner: TestUser | undefined, ticketId: number, guest: TestUser | undefined): Promise<unknown>;
};

/** Returns the calls of a process: over HTTP if it listens, else its services directly. */
export const callsTo = (stage: Stage, process: ClubProcess): Calls =>
  process.url === undefined ? throughServices(stage, process) : throughHttp(stage, process, process.url);

function throughServices({ admin }: Stage, process: ClubProcess): Calls {
  const nobody = contextFor(process.deps);
  return {
    add: async (guest, places) => addTicket(asPerson(process, guest), places),
    change: async (guest, places) => updateTicket(asPerson(process, guest), places),
    remove: async (guest, eventId) => removeTicket(asPerson(process, guest), eventId),
    checkout: async (guest) => checkout(asPerson(process, guest)),
    comeBack: async (token) => returnFromBank(nobody, token),
    callBack: async (body, headers) => receiveCallback(nobody, process.deps.payments, { rawBody: Buffer.from(body), headers }, () => true),
    scan: async ({ id: ticketId, eventId }, isReject) => decideEntry(asPerson(process, admin), { ticketId, eventId, isReject }),
    refund: async (orderId, tickets) => refundOrder(asPerson(process, admin), orderId, { tickets, reason: REASON }),
    join: async (guest, { eventId, quantity }) => joinWaitlist(asPerson(process, guest), eventId, { quantity, language: 'en' }),
    leave: async (guest, eventId) => leaveWaitlist(asPerson(process, guest), eventId),
    listForResale: async (owner, ticketId) => listForResale(asPerson(process, owner), ticketId),
    withdrawListing: async (owner, ticketId) => withdrawFromResale(asPerson(process, owner), ticketId),
    transfer: async (owner, ticketId, guest) => {
      const { url } = await makeTransferLink(asPerson(process, owner), ticketId);
      return acceptTransfer(asPerson(process, guest), tokenIn(url));
    },
  };
}

/** Signs in again for each call, because the clock advances beyond an access token's lifetime. */
function throughHttp({ app, admin }: Stage, _process: ClubProcess, url: string): Calls {
  const apiOf = async (user: TestUser | undefined) => createApi(fetchFrom(url, user && (await signInAgain(app.ctx, user.id))));
  const rareOf = async (user: TestUser | undefined) =>
    createClient(
      { transfers: transfersContract, waitlist: waitlistContract },
      fetchFrom(url, user && (await signInAgain(app.ctx, user.id))),
    );
  return {
    add: async (guest, places) => (await apiOf(guest)).cart.addTicket(places),
    change: async (guest, places) => (await apiOf(guest)).cart.updateTicket(places),
    remove: async (guest, eventId) => (await apiOf(guest)).cart.removeTicket({ eventId }),
    checkout: async (guest) => (await apiOf(guest)).cart.checkout(),
    comeBack: async (token) => (await apiOf(undefined)).payments.bankReturn({ body: { token } }),
    callBack: async (body, headers) => {
      const { status, answer } = await sendCallback(url, body, headers);
      if (status !== 200) throw new ApiError(status, answer);
    },
    scan: async ({ id: ticketId, eventId }, isReject) => (await apiOf(admin)).door.scan({ body: { ticketId, eventId, isReject } }),
    refund: async (orderId, tickets) => {
      const staff = createClient({ money: staffMoneyContract }, fetchFrom(url, await signInAgain(app.ctx, admin.id)));
      return staff.money.refundOrder({ id: orderId, body: { ...(tickets ? { tickets } : {}), reason: REASON } });
    },
    join: async (guest, { eventId, quantity }) => (await rareOf(guest)).waitlist.join({ id: eventId, body: { quantity } }),
    leave: async (guest, eventId) => (await rareOf(guest)).waitlist.leave({ id: eventId }),
    listForResale: async (owner, ticketId) => (await rareOf(owner)).transfers.listForResale({ id: ticketId }),
    withdrawListing: async (owner, ticketId) => (await rareOf(owner)).transfers.withdrawListing({ id: ticketId }),
    transfer: async (owner, ticketId, guest) => {
      const { url } = await (await rareOf(owner)).transfers.makeLink({ id: ticketId });
      return (await rareOf(guest)).transfers.take({ body: { token: tokenIn(url) } });
    },
  };
}
