import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '#shared/errors.ts';
import { brokenRules } from '#tools/trial/consistency.ts';
import { connect, openNight, pay } from '#tools/trial/world.ts';
import { invite } from './people.ts';
import { sellTickets } from './sales.ts';
import type { Stage } from './subjects.ts';

const BUYERS = 2_000;
const PLACES = 400;
const ARRIVALS_MS = 10_000;
const SCANS_PER_SECOND = 20;

export type Rush = {
  sold: number;
  refused: number;
  broken: number;
  /** Seconds from the arrival of the buyer who could have taken the last place to the last ticket sold. */
  soldOutAfter: number;
  requestP99: number;
  scanP99: number;
  rules: string[];
};

/** 2,000 people arrive within ten seconds for 400 places, each buys all the way through the bank, while the door scans on. */
export async function rush(stage: Stage): Promise<Rush> {
  const night = await openNight(stage.database, PLACES);
  const people = await invite(stage.database, stage.secret, BUYERS);
  const times: number[] = [];
  const tally = { sold: 0, refused: 0, broken: 0, lastSaleAt: 0 };
  const timed = async <T>(work: Promise<T>): Promise<T> => {
    const startedAt = performance.now();
    return work.finally(() => times.push(performance.now() - startedAt));
  };
  const buy = async (token: string): Promise<void> => {
    const api = connect(stage.origin, token, 60_000);
    try {
      await timed(api.cart.addTicket({ eventId: night }));
      const { redirect } = await timed(api.cart.checkout());
      await pay(redirect, 'approve', 60_000);
      tally.sold += 1;
      tally.lastSaleAt = performance.now();
    } catch (error) {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) tally.refused += 1;
      else tally.broken += 1;
    }
  };

  const door = keepScanning(stage);
  const startedAt = performance.now();
  const purchases: Promise<void>[] = [];
  for (const [index, { token }] of people.entries()) {
    const due = startedAt + (index * ARRIVALS_MS) / BUYERS;
    const wait = due - performance.now();
    if (wait > 1) await sleep(wait);
    purchases.push(buy(token));
  }
  await Promise.all(purchases);
  const scanTimes = await door.stop();
  const lastChance = startedAt + (PLACES * ARRIVALS_MS) / BUYERS;
  return {
    ...tally,
    soldOutAfter: (tally.lastSaleAt - lastChance) / 1000,
    requestP99: percentile(times, 0.99),
    scanP99: percentile(scanTimes, 0.99),
    rules: await brokenRules(stage.database),
  };
}

function keepScanning(stage: Stage): { stop(): Promise<number[]> } {
  let isOpen = true;
  const work = async (): Promise<number[]> => {
    const [guest] = await invite(stage.database, stage.secret, 1);
    const [staff] = await invite(stage.database, stage.secret, 1, 'Admin');
    if (!guest || !staff) throw new Error('nobody at the door');
    const amount = SCANS_PER_SECOND * 60;
    const tickets = await sellTickets(stage.database, guest.id, await openNight(stage.database, amount), amount);
    const door = connect(stage.origin, staff.token, 60_000).door;
    const times: number[] = [];
    for (const ticketId of tickets) {
      if (!isOpen) break;
      const startedAt = performance.now();
      await door.scan({ body: { isReject: false, ticketId } });
      times.push(performance.now() - startedAt);
      await sleep(1_000 / SCANS_PER_SECOND);
    }
    return times;
  };
  const working = work();
  return {
    stop: () => {
      isOpen = false;
      return working;
    },
  };
}

function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
