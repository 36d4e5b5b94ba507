import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '#shared/errors.ts';
import { brokenRules } from '#tools/trial/consistency.ts';
import { connect, pay } from '#tools/trial/world.ts';
import type { BankProcess } from './bank-process.ts';
import { cpuSeconds } from './cpu.ts';
import { startDoor } from './door-process.ts';
import { invite } from './people.ts';
import { openNights } from './sales.ts';
import { percentile } from './statistics.ts';
import { prepareScans, type Stage } from './subjects.ts';

const BUYERS = 2_000;
const PLACES = 400;
/** Buy beforehand, so that a server is measured that has been open for a while. */
const EARLY_BUYERS = 100;
const EARLY_AT_ONCE = 10;
const ARRIVALS_MS = 10_000;
/** Enough for a minute at the door. */
const SCANS_MAX = 1_200;
const PATIENCE_MS = 60_000;
const LOOK_AGAIN_MS = 500;

export type Rush = {
  sold: number;
  refused: number;
  broken: number;
  /** Seconds from the arrival of the buyer who could have taken the last place to the last ticket. */
  soldOutAfter: number;
  requestP99: number;
  scanP99: number;
  /** The median and the slowest hundredth of each step, in milliseconds. */
  steps: { name: string; p50: number; p99: number }[];
  /** Seconds of computing: the server with its threads, the bank, and the crowd. */
  cpu: Record<'server' | 'bank' | 'crowd', number>;
  rules: string[];
};

/** 2,000 people arrive within ten seconds for 400 places, each buys all the way through the bank, while the door scans on. */
export async function rush(stage: Stage, bank: BankProcess, serverPid: number): Promise<Rush> {
  const [night = 0] = await openNights(stage.database, { count: 1, quota: PLACES, startsInDays: 7 });
  await stage.database.query('delete from baskets where event_id = $1 and position > 1', [night]);
  const people = await invite(stage.database, stage.secret, BUYERS);
  const door = startDoor(stage.origin, await prepareScans(stage, SCANS_MAX));
  const times = new Map<string, number[]>(['add', 'checkout', 'return'].map((step) => [step, []]));
  const tally = { sold: 0, refused: 0, broken: 0 };
  const timed = async <T>(step: string, work: Promise<T>): Promise<T> => {
    const startedAt = performance.now();
    return work.finally(() => times.get(step)?.push(performance.now() - startedAt));
  };
  const buy = async (token: string, eventId = night): Promise<void> => {
    const api = connect(stage.origin, token, PATIENCE_MS);
    try {
      await timed('add', api.cart.addTicket({ eventId }));
      const { redirect } = await timed('checkout', api.cart.checkout());
      const back = new URL(await pay(bank.pageOf(redirect), 'approve', PATIENCE_MS));
      const returned = { body: { token: back.searchParams.get('order') ?? '' } };
      while ((await timed('return', api.payments.returned(returned))).state !== 'paid') await sleep(LOOK_AGAIN_MS);
      tally.sold += 1;
    } catch (error) {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) tally.refused += 1;
      else tally.broken += 1;
    }
  };

  await warmUp(stage, buy);
  for (const ms of times.values()) ms.length = 0;
  Object.assign(tally, { sold: 0, refused: 0, broken: 0 });
  const cpu = () => ({ server: cpuSeconds(serverPid), bank: cpuSeconds(bank.pid), crowd: cpuSeconds(process.pid) });
  const before = cpu();
  const startedAt = performance.now();
  const lastChance = Date.now() + (PLACES * ARRIVALS_MS) / BUYERS;
  door.open();
  const purchases: Promise<void>[] = [];
  for (const [index, { token }] of people.entries()) {
    const wait = startedAt + (index * ARRIVALS_MS) / BUYERS - performance.now();
    if (wait > 1) await sleep(wait);
    purchases.push(buy(token));
  }
  await Promise.all(purchases);
  const scans = await door.close();
  const after = cpu();
  return {
    ...tally,
    soldOutAfter: ((await lastTicketAt(stage, night)) - lastChance) / 1000,
    requestP99: percentile([...times.values()].flat(), 0.99),
    scanP99: percentile(scans, 0.99),
    steps: [...times].map(([name, ms]) => ({ name, p50: percentile(ms, 0.5), p99: percentile(ms, 0.99) })),
    cpu: { server: after.server - before.server, bank: after.bank - before.bank, crowd: after.crowd - before.crowd },
    rules: await brokenRules(stage.database),
  };
}

/** Some buy tickets of another night, and their mails leave. */
async function warmUp({ database, secret }: Stage, buy: (token: string, eventId: number) => Promise<void>): Promise<void> {
  const [early = 0] = await openNights(database, { count: 1, quota: EARLY_BUYERS, startsInDays: 8 });
  const people = await invite(database, secret, EARLY_BUYERS);
  for (let index = 0; index < people.length; index += EARLY_AT_ONCE) {
    await Promise.all(people.slice(index, index + EARLY_AT_ONCE).map(({ token }) => buy(token, early)));
  }
  const waiting = () => database.query("select 1 from mails where state = 'queued' limit 1");
  while ((await waiting()).rowCount !== 0) await sleep(LOOK_AGAIN_MS);
}

async function lastTicketAt({ database }: Stage, eventId: number): Promise<number> {
  const { rows } = await database.query<{ at: Date | null }>('select max(created_at) as at from tickets where event_id = $1', [eventId]);
  return rows[0]?.at?.getTime() ?? Number.NaN;
}
