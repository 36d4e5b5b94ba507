import { sign } from 'node:crypto';
import { promisify } from 'node:util';
import { type Deps, perServer } from '#server/platform/context.ts';
import { requestOf } from './bank-orders.ts';
import { type BankKeys, claimCallbacks } from './fake-bank.queries.ts';
import type { BankOrder } from './outcomes.ts';
import { receiptOf, signingKeys } from './receipt.ts';

type BankParts = Pick<Deps, 'database' | 'clock' | 'shared'>;

/** In a thread pool: signing takes a millisecond, and this process also serves the site. */
const signAside = promisify(sign);

const TICK_MS = 1_000;
const CALLBACK_TIMEOUT_MS = 10_000;
const lastTickOf = perServer<{ ended: Promise<void> }, BankParts>(() => ({ ended: Promise.resolve() }));

/** Sends every due callback and waits for the answers; one tick at a time. */
export function tickFakeBank(parts: BankParts): Promise<void> {
  const last = lastTickOf(parts);
  const tick = last.ended.catch(() => undefined).then(() => sendDue(parts));
  last.ended = tick;
  return tick;
}

/** Ticks at intervals until stopped. While the database is away it keeps trying. */
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

/** The bank does not repeat a failed callback, so the club must not depend on callbacks. */
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
