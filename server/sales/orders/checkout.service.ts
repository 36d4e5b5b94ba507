import { randomBytes, randomUUID } from 'node:crypto';
import { type Context, perServer, requireUser, withTransaction } from '#server/platform/context.ts';
import { batched } from '#server/platform/db/batch.ts';
import { createTokenBuckets, type Rate, rateOf } from '#server/platform/limits/quota.ts';
import { noticeExpiredLines } from '#server/sales/cart/cart.service.ts';
import { attachHolds, type OrderedHold, findHolds, type Hold } from '#server/sales/inventory/stock.queries.ts';
import { lockCarts, lookUp, policyOf, refusalOf, STOCK_BATCH_MAX } from '#server/sales/inventory/inventory.service.ts';
import { checkAvailability, type Situation, heldForOrder, isUsedUp } from '#server/sales/inventory/availability.ts';
import { bankTimeout, orElse, orUnavailable } from '#server/sales/payments/banks/provider.ts';
import { firstCheckAt } from '#server/sales/payments/payment-states.ts';
import { openAtBank, returnUrl, syncPayment } from '#server/sales/payments/sync-payment.ts';
import { endSurplusPayments, type Payment } from '#server/sales/payments/payments.queries.ts';
import { BANK_SESSION_MS, CURRENCY, type Language, OPEN_BANK_ORDERS } from '#shared/constants.ts';
import { AppError } from '#shared/errors.ts';
import { orderTotal } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import type { Utm } from '#shared/promoters/named-link.ts';
import { findLinesOfOrder, findLivePayment, findOpenPayments, insertOrders, insertPayments, type OrderLine } from './orders.queries.ts';

/** `language`: for the mails of a new order, else the account's. `utm`: the buyer's source as the browser remembers it, if any. */
type Chosen = { language?: Language | undefined; utm?: Utm | undefined };
type Buyer = Chosen & { userId: number };

/**
 * Returns the page to pay the cart on. The order is committed, and no transaction open, when the bank is asked. The same cart keeps its
 * live payment; a changed one is a new order with its holds, unless an earlier payment for one of its events was paid. @throws cart_empty,
 * hold_expired, not_on_sale, event_ended, banned, verified_only, email_not_proved (club's setting), payment_may_come, bank_unavailable
 */
export async function checkout(ctx: Context, { language, utm }: Chosen = {}, timeout = bankTimeout()): Promise<{ redirect: string }> {
  const { userId } = requireUser(ctx);
  if (await noticeExpiredLines(ctx, userId)) throw new AppError('hold_expired');
  const earlier = await findEarlierPayment(ctx, userId, timeout);
  if (earlier) return { redirect: pageOf(ctx, earlier) };
  const placed = await placeOrderInBatch(ctx, { userId, language, utm });
  const payment = await refresh(ctx, placed, timeout);
  if (payment.state === 'failed') return checkout(ctx, { language, utm }, timeout);
  if (payment.state === 'created') return { redirect: await orUnavailable(openAtBank(ctx, payment), timeout) };
  return { redirect: pageOf(ctx, payment) };
}

/** Only the latest payment: each costs a call to the bank while the guest waits, even if the guest keeps changing the cart. */
const latestOpenPayment = batched<number, Payment | undefined>(async ({ db }, userIds) => {
  const found = Map.groupBy(await findOpenPayments(db, userIds), ({ userId }) => userId);
  return userIds.map((userId) => found.get(userId)?.[0]?.payment);
});

const RETRY_AFTER_SECONDS = 10;

/**
 * Asks the bank about an earlier payment for an event of the cart before a new order is made, because its result may have been lost.
 * Returns it if it brought tickets, is being refunded, or can be paid for exactly this cart; undefined if a new order may be made. @throws
 * payment_may_come when the bank does not say
 */
async function findEarlierPayment(ctx: Context, userId: number, timeout: AbortSignal): Promise<Payment | undefined> {
  const open = await latestOpenPayment(ctx, userId);
  if (!open) return undefined;
  const cart = await findHolds(ctx.db, [userId]);
  const isForCart = await isOrderOf(ctx, open.orderId, cart.map(toOrderLine));
  // The checkout itself syncs the payment of the order that has this cart.
  if (isForCart && cart.every(({ orderId }) => orderId === open.orderId)) return undefined;
  const payment = await orElse<Payment | undefined>(syncPayment(ctx, open), undefined, timeout);
  if (!payment) throw new AppError('payment_may_come', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  const { state, redirectUrl, expiresAt } = payment;
  if (state !== 'created' && state !== 'pending' && state !== 'failed') return payment;
  // A cart that was changed since its order becomes a new order.
  if (!isForCart || cart.some(({ orderId }) => orderId !== null)) return undefined;
  return state === 'pending' && redirectUrl !== null && expiresAt > ctx.clock.now() ? payment : undefined;
}

/** Returns true if the order has exactly these lines. */
const isOrderOf = async ({ db }: Context, orderId: number, lines: readonly OrderLine[]): Promise<boolean> =>
  signature(await findLinesOfOrder(db, orderId)) === signature(lines);

/** Equal for the same places at the same prices. */
const signature = (lines: readonly OrderLine[]): string =>
  lines
    .map(({ ticketTypeId, quantity, priceTetri, promoCodeId }) => `${ticketTypeId}:${quantity}:${priceTetri}:${promoCodeId}`)
    .sort()
    .join();

/** I6: the price is that of the moment when the place was held. */
const toOrderLine = ({ eventId, ticketTypeId, quantity, priceTetri, promoCodeId, promoterId }: Hold): OrderLine => {
  return { eventId, ticketTypeId, quantity, priceTetri, promoCodeId, promoterId };
};

/** The bank's page of an open payment, else ours with its result. */
const pageOf = ({ env }: Context, { state, redirectUrl, returnToken }: Payment): string =>
  state === 'pending' && redirectUrl ? redirectUrl : returnUrl(env.publicUrl, paths.paymentSuccess, returnToken);

/**
 * Pays an order of 0 GEL at once. A payment known to the bank may have ended without a callback, so it is synced before its page is
 * returned.
 */
function refresh(ctx: Context, payment: Payment, timeout: AbortSignal): Promise<Payment> {
  if (payment.amountTetri === 0) return syncPayment(ctx, payment);
  return payment.state === 'pending' ? orElse(syncPayment(ctx, payment), payment, timeout) : Promise.resolve(payment);
}

/** Places concurrent checkouts in one transaction. */
const placeOrderInBatch = batched<Buyer, Payment>((ctx, buyers) => withTransaction(ctx, (tx) => placeOrders(tx, buyers)), {
  keyOf: ({ userId }) => String(userId),
  sizeMax: STOCK_BATCH_MAX,
});

type CartLine = { hold: Hold; situation: Situation };
type Cart = { buyer: Buyer; held: CartLine[]; lines: OrderLine[]; live: Payment | undefined };

/**
 * Returns the payment of each cart: the live one if nothing changed, else that of a new order. Expired lines are held again if free at the
 * same price within their half hour; lines added after the cart lock are not ordered. Refusals: cart_empty, hold_expired, payment_begun,
 * email_not_proved (extends holds), too_many_requests, not_on_sale, event_ended, banned, verified_only, unauthorized.
 */
export async function placeOrders(tx: Context, buyers: readonly Buyer[]): Promise<(Payment | AppError)[]> {
  const userIds = buyers.map(({ userId }) => userId);
  const locked = new Set(await lockCarts(tx, userIds));
  const holds = (await findHolds(tx.db, userIds)).filter(({ id }) => locked.has(id));
  // Locks the buyers, so that staff cannot change their status until the transaction ends.
  const situations = await lookUp(
    tx,
    holds.map(({ userId, eventId }) => ({ userId, eventId })),
    { lockAccounts: true },
  );
  const held = holds.map((hold, index) => ({ hold, situation: situations[index] ?? missing() }));
  const found = Map.groupBy(held, ({ hold }) => hold.userId);
  const carts: (Cart | AppError)[] = [];
  for (const buyer of buyers) carts.push(await readCart(tx, buyer, found.get(buyer.userId) ?? []));
  const fine = carts.filter((cart): cart is Cart => !(cart instanceof AppError));

  const created = await createOrders(
    tx,
    fine.filter(({ live }) => live === undefined),
  );
  if (created.size > 0) await endSurplusPayments(tx.db, [...created.keys()], { keep: OPEN_BANK_ORDERS, now: tx.clock.now() });
  const paymentOf = ({ live, buyer }: Cart): Payment | undefined => live ?? created.get(buyer.userId);
  // A payment that is already running at the bank keeps its own time.
  const begun = fine.flatMap((cart) => {
    const payment = paymentOf(cart);
    return payment && payment.state !== 'pending' ? cart.held.map((line) => toOrderedHold(tx, line, payment)) : [];
  });
  const unproved = buyers.flatMap(({ userId }, place) => (isUnproved(carts[place]) ? (found.get(userId) ?? []) : []));
  await attachHolds(tx.db, [...begun, ...unproved.map((line) => toWaitingHold(tx, line))]);
  return carts.map((cart) => (cart instanceof AppError ? cart : (paymentOf(cart) ?? new AppError('unauthorized'))));
}

function toOrderedHold({ clock }: Context, { hold }: CartLine, { orderId, createdAt }: Payment): OrderedHold {
  return { id: hold.id, orderId, heldUntil: heldForOrder(hold, createdAt, clock.now()) };
}

const isUnproved = (cart: Cart | AppError | undefined): boolean => cart instanceof AppError && cart.code === 'email_not_proved';

/** While the buyer proves the address, the places are held as for an order, within the half hour. */
function toWaitingHold({ clock }: Context, { hold }: CartLine): OrderedHold {
  const until = heldForOrder(hold, hold.heldSince, clock.now());
  return { id: hold.id, orderId: null, heldUntil: until > hold.heldUntil ? until : hold.heldUntil };
}

async function readCart(tx: Context, buyer: Buyer, cart: CartLine[]): Promise<Cart | AppError> {
  const refusal = cart.length === 0 ? new AppError('cart_empty') : refuseLines(tx, cart);
  if (refusal) return refusal;
  const lines = cart.map(({ hold }) => toOrderLine(hold));
  const live = await findUnchanged(tx, cart, lines);
  const isLate = !live && cart.some(({ hold }) => isUsedUp(hold, tx.clock.now()));
  if (isLate) return new AppError('payment_begun');
  const refused = live ? undefined : (refuseUnproved(tx, cart) ?? refuseManyOrders(tx, buyer.userId));
  return refused ?? { buyer, held: cart, lines, live };
}

function refuseUnproved({ env }: Context, cart: readonly CartLine[]): AppError | undefined {
  const isFine = !env.purchasesNeedProvedEmail || cart.every(({ situation }) => situation.guest?.buyer.emailProvedAt);
  return isFine ? undefined : new AppError('email_not_proved');
}

/** Returns why a cart cannot be ordered: the refusal of its first such line. */
function refuseLines(tx: Context, cart: readonly CartLine[]): AppError | undefined {
  for (const { hold, situation } of cart) {
    const answer = checkAvailability({ by: 'order', quantity: hold.quantity }, situation, policyOf(tx));
    if ('reason' in answer) return refusalOf(tx, answer, situation);
  }
  return undefined;
}

/** Returns the live payment of the order that has exactly this cart. */
async function findUnchanged(tx: Context, cart: CartLine[], lines: OrderLine[]): Promise<Payment | undefined> {
  const [orderId, ...others] = new Set(cart.map(({ hold }) => hold.orderId));
  if (orderId === undefined || orderId === null || others.length > 0) return undefined;
  const payment = await findLivePayment(tx.db, orderId, tx.clock.now());
  return payment && (await isOrderOf(tx, orderId, lines)) ? payment : undefined;
}

const RETURN_TOKEN_BYTES = 24;

/** Creates an order with a payment for each cart, by buyer; none for an account deleted since. */
async function createOrders(tx: Context, carts: readonly Cart[]): Promise<Map<number, Payment>> {
  if (carts.length === 0) return new Map();
  const createdAt = tx.clock.now();
  const wanted = carts.map(({ buyer, lines }) => ({ ...buyer, lines, totalTetri: orderTotal(lines) }));
  const orderIds = await insertOrders(tx.db, wanted, createdAt);
  const expiresAt = new Date(createdAt.getTime() + BANK_SESSION_MS);
  const terms = { provider: tx.payments.name, currency: CURRENCY, createdAt, expiresAt, checkAt: firstCheckAt(createdAt) };
  const payments = await insertPayments(
    tx.db,
    wanted.flatMap(({ userId, totalTetri: amountTetri }) => {
      const orderId = orderIds.get(userId);
      const returnToken = randomBytes(RETURN_TOKEN_BYTES).toString('base64url');
      return orderId === undefined ? [] : [{ ...terms, orderId, idempotencyKey: randomUUID(), returnToken, amountTetri }];
    }),
  );
  const byOrder = new Map(payments.map((payment) => [payment.orderId, payment]));
  return new Map(
    [...orderIds].flatMap(([userId, orderId]) => {
      const payment = byOrder.get(orderId);
      return payment ? [[userId, payment]] : [];
    }),
  );
}

/** Per account: enough for a card that fails many times, but no flood at the bank, which gets a request with each order. */
const NEW_ORDERS: Rate = { perSecond: 20 / 3_600, burst: 10 };

/** All tries of a guest may reach one process, which therefore allows them at once, and half of the rate at least. */
const bucketsOf = perServer((ctx) =>
  createTokenBuckets(() => ({ ...rateOf(ctx, NEW_ORDERS, 2), burst: Math.max(1, NEW_ORDERS.burst * ctx.env.rateLimitScale) })),
);

/** Counts a new order of this account; returns a refusal after too many. In memory, shared by all processes as far as that may be. */
function refuseManyOrders(ctx: Context, userId: number): AppError | undefined {
  const retryAfterSeconds = bucketsOf(ctx)(String(userId));
  return retryAfterSeconds > 0 ? new AppError('too_many_requests', { retryAfterSeconds }) : undefined;
}

function missing(): never {
  throw new Error('A line of a cart has no facts.');
}
