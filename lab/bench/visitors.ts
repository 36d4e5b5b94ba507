import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '#shared/errors.ts';
import { connect, pay, exchange } from '#lab/trial/world.ts';
import type { BankProcess } from './bank.ts';
import type { Person } from './seed.ts';

const TIMEOUT_MS = 60_000;
const RETRY_MS = 500;
const LOOK_FOR_TICKET_MS = 250;
const STEPS = ['event page', 'my-cart', 'add', 'checkout', 'bank', 'return', 'my-tickets'] as const;
type Step = (typeof STEPS)[number];

/** `comesBack`: opens the bank's return page; otherwise only "my tickets", as after closing that page too early. */
type Purchase = { eventId: number; comesBack: boolean };

export type Visitors = {
  sold: number;
  refused: number;
  broken: number;
  /** The durations of each step in milliseconds. */
  times: Map<Step, number[]>;
  /** Milliseconds from the payment to the first "my tickets" with the ticket. */
  tickets: { comeBack: number[]; stayAway: number[] };
  buy(person: Person, purchase: Purchase): Promise<void>;
};

/** Visitors who buy through the bank, and their measurements. */
export function createVisitors(origin: string, bank: BankProcess): Visitors {
  const times = new Map<Step, number[]>(STEPS.map((step) => [step, []]));
  const timed = async <T>(step: Step, work: Promise<T>): Promise<T> => {
    const startedAt = performance.now();
    return work.finally(() => times.get(step)?.push(performance.now() - startedAt));
  };
  const visitors: Visitors = { sold: 0, refused: 0, broken: 0, times, tickets: { comeBack: [], stayAway: [] }, buy };
  return visitors;

  async function buy({ token }: Person, { eventId, comesBack }: Purchase): Promise<void> {
    const api = connect(origin, token, TIMEOUT_MS);
    try {
      const page = { method: 'GET', headers: { accept: 'text/html', 'accept-encoding': 'br' }, timeoutMs: TIMEOUT_MS };
      await timed('event page', exchange(`${origin}/Events/${eventId}`, page));
      await timed('my-cart', api.cart.get());
      await timed('add', api.cart.addTicket({ eventId }));
      const { redirect } = await timed('checkout', api.cart.checkout());
      const back = new URL(await timed('bank', pay(bank.pageOf(redirect), 'approve', TIMEOUT_MS)));
      const paidAt = performance.now();
      const returned = { body: { token: back.searchParams.get('order') ?? '' } };
      if (comesBack) {
        while ((await timed('return', api.payments.bankReturn(returned))).state !== 'paid') await sleep(RETRY_MS);
      }
      while ((await timed('my-tickets', api.tickets.mine())).length === 0) await sleep(LOOK_FOR_TICKET_MS);
      visitors.tickets[comesBack ? 'comeBack' : 'stayAway'].push(performance.now() - paidAt);
      visitors.sold += 1;
    } catch (error) {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) visitors.refused += 1;
      else visitors.broken += 1;
    }
  }
}

/** Starts visitors at an even pace and waits until all are done. */
export async function arriveEvenly(people: readonly Person[], overMs: number, buy: (person: Person, index: number) => Promise<void>) {
  const startedAt = performance.now();
  const purchases: Promise<void>[] = [];
  for (const [index, person] of people.entries()) {
    const wait = startedAt + (index * overMs) / people.length - performance.now();
    if (wait > 1) await sleep(wait);
    purchases.push(buy(person, index));
  }
  return Promise.all(purchases);
}
