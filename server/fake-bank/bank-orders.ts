import { createHash, randomUUID, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import { type Clock, type Deps, perServer } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db/client.ts';
import { MINUTE_MS } from '#shared/durations.ts';
import { toTetri } from '#shared/money.ts';
import {
  type BankKeys,
  changeOrder,
  claimCallbacks,
  endOrder,
  findOrder,
  findOrderByKey,
  findRefundByKey,
  insertOrder,
  insertRefund,
  lockOrder,
} from './fake-bank.queries.ts';
import { type BankOrder, endingOf, type Outcome, statusAt } from './outcomes.ts';
import { receiptOf, signingKeys } from './receipt.ts';

/** The bank's own tables and a clock. */
type Bank = { db: Db; clock: Clock };

const webUrl = z.url({ protocol: /^https?$/ });

export const CreateRequest = z.object({
  callback_url: webUrl,
  external_order_id: z.string().max(100),
  purchase_units: z.object({
    currency: z.enum(['GEL', 'USD', 'EUR', 'GBP']).default('GEL'),
    total_amount: z.number().positive().max(1_000_000),
    basket: z.array(z.object({ product_id: z.string(), quantity: z.number().positive(), unit_price: z.number().min(0) })).min(1),
  }),
  redirect_urls: z.object({ success: webUrl, fail: webUrl }),
  ttl: z.number().int().min(2).max(1440).default(15),
});
export type CreateRequest = z.infer<typeof CreateRequest>;
const StoredRequest = CreateRequest.extend({ language: z.enum(['en', 'ka']) });
type StoredRequest = z.infer<typeof StoredRequest>;

export const RefundRequest = z.object({ amount: z.number().positive().optional() });

/** Returns the club's request for an order, with its language. */
export const requestOf = (order: BankOrder): StoredRequest => StoredRequest.parse(order.request);

/** Hashes the identity of an order, without the callback address: another process of the club, on another port, may repeat the request. */
function hashOf({ callback_url: _callback, ...order }: StoredRequest): string {
  return createHash('sha256').update(JSON.stringify(order)).digest('base64url');
}

/** Opens an order, once per key; `undefined` if the key belongs to another order. */
export async function openOrder({ db, clock }: Bank, request: StoredRequest, idempotencyKey?: string): Promise<BankOrder | undefined> {
  const createdAt = clock.now();
  const amountTetri = toTetri(request.purchase_units.total_amount);
  const requestHash = hashOf(request);
  const opened = await insertOrder(db, {
    id: randomUUID(),
    idempotencyKey: idempotencyKey ?? null,
    requestHash,
    request,
    externalOrderId: request.external_order_id,
    amountTetri,
    reportedTetri: amountTetri,
    currency: request.purchase_units.currency,
    status: 'created',
    createdAt,
    expiresAt: new Date(createdAt.getTime() + request.ttl * MINUTE_MS),
  });
  const order = opened ?? (idempotencyKey ? await findOrderByKey(db, idempotencyKey) : undefined);
  return order?.requestHash === requestHash ? order : undefined;
}

/** Applies a button of the pay page while the order is open: the first one counts. Returns the order's state afterwards. */
export async function choose({ db, clock }: Bank, order: BankOrder, outcome: Outcome): Promise<BankOrder> {
  const now = clock.now();
  const ended = await endOrder(db, order.id, now, { outcome, ...endingOf(outcome, order, now) });
  return ended ?? (await findOrder(db, order.id)) ?? order;
}

/** Refunds an order, once per key; `undefined` when the amount exceeds what can still be refunded. */
export async function refundOrder(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  id: string,
  amount?: number,
  idempotencyKey?: string,
): Promise<string | undefined> {
  return database.transaction(async (tx) => {
    const order = await lockOrder(tx, id);
    if (!order) return undefined;
    const repeated = idempotencyKey ? await findRefundByKey(tx, idempotencyKey) : undefined;
    if (repeated) return repeated.actionId;
    const now = clock.now();
    const status = statusAt(order, now);
    const amountTetri = amount === undefined ? order.reportedTetri - order.refundedTetri : toTetri(amount);
    const refundedTetri = order.refundedTetri + amountTetri;
    if ((status !== 'completed' && status !== 'refunded_partially') || refundedTetri > order.reportedTetri) return undefined;
    const actionId = randomUUID();
    await insertRefund(tx, { orderId: id, idempotencyKey: idempotencyKey ?? null, actionId, amountTetri, createdAt: now });
    await changeOrder(tx, id, { refundedTetri, status: refundedTetri === order.reportedTetri ? 'refunded' : 'refunded_partially' });
    return actionId;
  });
}

type BankParts = Pick<Deps, 'database' | 'clock' | 'shared'>;

/** Signs in a thread pool: it takes a millisecond, and this process also serves the site. */
const signAside = promisify(sign);

const TICK_MS = 1_000;
const CALLBACK_TIMEOUT_MS = 10_000;
const lastTickOf = perServer<{ ended: Promise<void> }, BankParts>(() => ({ ended: Promise.resolve() }));

/** Sends every due callback and waits for the answers; only one tick runs at a time. */
export function tickFakeBank(parts: BankParts): Promise<void> {
  const last = lastTickOf(parts);
  const tick = last.ended.catch(() => undefined).then(() => sendDue(parts));
  last.ended = tick;
  return tick;
}

/** Ticks at intervals until stopped, even while the database is away. */
export function startTicking(parts: BankParts): () => Promise<void> {
  const timer = setInterval(() => void tickFakeBank(parts).catch(() => undefined), TICK_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await lastTickOf(parts).ended.catch(() => undefined);
  };
}

async function sendDue({ database: { db }, clock }: BankParts): Promise<void> {
  for (let due = await claimCallbacks(db, clock.now()); due.length > 0; due = await claimCallbacks(db, clock.now())) {
    const keys = await signingKeys(db);
    await Promise.all(due.map((order) => sendCallback(order, keys, clock.now())));
  }
}

/** Sends a callback once: the bank does not repeat a failed one, so the club must not depend on callbacks. */
async function sendCallback(order: BankOrder, { privateKey }: BankKeys, now: Date): Promise<void> {
  const body = JSON.stringify({
    event: 'order_payment',
    zoned_request_time: order.callbackDueAt?.toISOString(),
    body: receiptOf(order, now),
  });
  const signed = order.outcome === 'bad-signature' ? `${body} ` : body;
  const signature = (await signAside('RSA-SHA256', Buffer.from(signed), privateKey)).toString('base64');
  const headers = { 'content-type': 'application/json', 'callback-signature': signature };
  const signal = AbortSignal.timeout(CALLBACK_TIMEOUT_MS);
  await fetch(requestOf(order).callback_url, { method: 'POST', headers, body, signal, redirect: 'error' }).then(
    (response) => response.arrayBuffer(),
    () => undefined,
  );
}
