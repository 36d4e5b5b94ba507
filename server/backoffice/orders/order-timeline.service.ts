import { z } from 'zod';
import { scanOutcome } from '#shared/door/scan-outcome.ts';
import { fullName } from '#shared/accounts/account-rules.ts';
import { toWireTime } from '#shared/dates.ts';
import { toGel } from '#shared/money.ts';
import { AppError } from '#shared/errors.ts';
import { MOMENT_KINDS, type OrderMoment } from '#shared/staff/orders.contract.ts';
import type { Context } from '#server/platform/context.ts';
import { findRefundsOfOrder } from '#server/sales/payments/refunds/refunds.queries.ts';
import { subjectOf } from '#server/sales/payments/refunds/refund.ts';
import { findListingsOfOrder } from '#server/sales/inventory/listings.queries.ts';
import { findTransfersOfOrder } from '#server/sales/transfers/transfers.queries.ts';
import { findTicketsOfOrder } from '#server/sales/tickets/tickets.queries.ts';
import { noteAction } from '#server/sales/orders/complimentary.service.ts';
import { findGivenOrder, type GivenRow } from '#server/sales/orders/complimentary.queries.ts';
import { findOrderWithGuest, findPaymentsOfOrder } from '#server/sales/orders/orders.queries.ts';
import { findActions, findCallbacks, findMailsAbout, findScansOfTickets } from './order-timeline.queries.ts';

type Moment = Partial<Omit<OrderMoment, 'at' | 'kind'>> & { at: Date; kind: OrderMoment['kind'] };

/** Everything stored about an order, oldest first. @throws order_not_found */
export async function getOrderTimeline(ctx: Context, id: number): Promise<OrderMoment[]> {
  const found = await findOrderWithGuest(ctx.db, id);
  if (!found) throw new AppError('order_not_found');
  const { order } = found;
  const created: Moment = { at: order.createdAt, kind: 'created', amount: toGel(order.totalTetri) };
  const given = await findGivenOrder(ctx.db, id);
  const moments = [
    created,
    ...(given ? [toComplimentaryMoment(given)] : []),
    ...(await ofPayments(ctx, id)),
    ...(await ofTickets(ctx, id)),
    ...(await ofRefunds(ctx, id)),
  ];
  return moments.toSorted(byTime).map(toView);
}

/** The audit log files a complimentary ticket under its event. */
const toComplimentaryMoment = ({ createdAt, giver, reason, receipt }: GivenRow): Moment => {
  const note = [receipt, reason].filter(Boolean).join(' · ');
  return { at: createdAt, kind: 'staff', what: noteAction({ receipt }), by: fullName(giver), note };
};

/** Moments of the same time are sorted in the order in which such things happen. */
const byTime = (a: Moment, b: Moment): number =>
  a.at.getTime() - b.at.getTime() || MOMENT_KINDS.indexOf(a.kind) - MOMENT_KINDS.indexOf(b.kind);

const toView = ({ at, kind, ...said }: Moment): OrderMoment => ({
  about: null,
  what: null,
  amount: null,
  count: null,
  by: null,
  note: null,
  ...said,
  kind,
  at: toWireTime(at),
});

async function ofPayments({ db }: Context, orderId: number): Promise<Moment[]> {
  const payments = await findPaymentsOfOrder(db, orderId);
  const ids = payments.map(({ id }) => id);
  const callbacks = ids.length === 0 ? [] : await findCallbacks(db, ids);
  const actions = await findActions(
    db,
    ids.map((id) => `payment ${id}`),
  );
  return [
    ...payments.map((payment): Moment => {
      const { id, createdAt, provider, providerOrderId, amountTetri } = payment;
      return { at: createdAt, kind: 'sent', about: id, what: provider, amount: toGel(amountTetri), note: providerOrderId };
    }),
    ...callbacks.map((callback): Moment => {
      return { at: callback.receivedAt, kind: 'callback', about: callback.paymentId, what: callback.isSigned, count: callback.times };
    }),
    ...payments.flatMap(({ id, settledAt, state, flaggedReason, failureReason }): Moment[] =>
      settledAt === null ? [] : [{ at: settledAt, kind: 'settled', about: id, what: state, note: flaggedReason ?? failureReason }],
    ),
    ...actions.map(toStaffMoment),
  ];
}

async function ofTickets({ db }: Context, orderId: number): Promise<Moment[]> {
  const tickets = await findTicketsOfOrder(db, orderId);
  const [first] = tickets;
  const scans = first
    ? await findScansOfTickets(
        db,
        tickets.map(({ id }) => id),
      )
    : [];
  const mails = await findMailsAbout(db, [`ticket:${orderId}`]);
  const actions = await findActions(db, [`order ${orderId}`]);
  return [
    ...(first
      ? [{ at: first.createdAt, kind: 'tickets' as const, count: tickets.filter(({ transferNumber }) => transferNumber === 0).length }]
      : []),
    ...(await ofTransfers(db, orderId)),
    ...mails.map(toMailMoment),
    ...scans.map((scan): Moment => {
      return {
        at: scan.decidedAt,
        kind: 'scan',
        about: scan.ticketId,
        what: scanOutcome(scan),
        by: scan.staff ? fullName(scan.staff) : scan.scannerDevice,
        note: scan.reason,
      };
    }),
    ...actions.map(toStaffMoment),
  ];
}

/** Tickets that were transferred, listed for resale, and sold or taken off again. */
async function ofTransfers(db: Context['db'], orderId: number): Promise<Moment[]> {
  const transfers = await findTransfersOfOrder(db, orderId);
  const resale = await findListingsOfOrder(db, orderId);
  return [
    ...transfers.map(({ ticketId, acceptedAt, recipient, isClaim, isReturn }): Moment => {
      const kind = isReturn ? 'place_returned' : isClaim ? 'claimed' : 'passed_on';
      return { at: acceptedAt, kind, about: ticketId, what: fullName(recipient) };
    }),
    ...resale.flatMap(({ ticketId, createdAt, state, endedAt }): Moment[] => {
      const begun: Moment = { at: createdAt, kind: 'resale_listed', about: ticketId };
      return endedAt === null ? [begun] : [begun, { at: endedAt, kind: 'resale_ended', about: ticketId, what: state }];
    }),
  ];
}

async function ofRefunds({ db }: Context, orderId: number): Promise<Moment[]> {
  const refunds = (await findRefundsOfOrder(db, orderId)).map(({ refund }) => refund);
  if (refunds.length === 0) return [];
  const mails = await findMailsAbout(
    db,
    refunds.map(({ id }) => `refund:${id}`),
  );
  const actions = await findActions(db, refunds.map(subjectOf));
  return [
    ...refunds.map((refund): Moment => {
      return {
        at: refund.createdAt,
        kind: 'refund',
        about: refund.id,
        what: refund.reason,
        amount: toGel(refund.amountTetri),
        note: refund.note,
      };
    }),
    ...refunds.flatMap(({ id, confirmedAt, amountTetri }): Moment[] =>
      confirmedAt === null ? [] : [{ at: confirmedAt, kind: 'refund_confirmed', about: id, amount: toGel(amountTetri) }],
    ),
    ...mails.map(toMailMoment),
    ...actions.map(toStaffMoment),
  ];
}

type MailFound = Awaited<ReturnType<typeof findMailsAbout>>[number];
const toMailMoment = ({ kind, state, createdAt, sentAt }: MailFound): Moment => ({
  at: sentAt ?? createdAt,
  kind: 'mail',
  what: state,
  note: kind,
});

type ActionFound = Awaited<ReturnType<typeof findActions>>[number];
const toStaffMoment = ({ action, detail, createdAt, scannerDeviceName, staff }: ActionFound): Moment => ({
  at: createdAt,
  kind: 'staff',
  what: action,
  by: staff ? fullName(staff) : scannerDeviceName,
  note: z.object({ reason: z.string() }).safeParse(detail).data?.reason ?? null,
});
