import { brokenRules } from '#lab/trial/consistency.ts';
import type { BankProcess } from './bank.ts';
import { arriveEvenly, createVisitors, type Visitors } from './visitors.ts';
import { startDoor } from './door.ts';
import { openEvents, invite } from './seed.ts';
import type { SmtpProcess } from './smtp.ts';
import { cpuSeconds, percentile, residentMegabytes } from './statistics.ts';
import { prepareScans, type Stage } from './subjects.ts';

const BUYERS = 2_000;
const PLACES = 400;
const ARRIVALS_MS = 10_000;
/** They buy first, so that the measured server is warm. */
const EARLY_BUYERS = 100;
const EARLY_MS = 5_000;
/** They buy right before the rush, so that their mails are due during it. */
const RECENT_BUYERS = 260;
const RECENT_MS = 15_000;
/** Enough for a minute at the door. */
const SCANS_MAX = 1_200;
const MAILS_TIMEOUT_MS = 120_000;

/** The processes beside the server and the visitors. */
type Actors = { bank: BankProcess; smtp: SmtpProcess; serverPid: number };

type Rush = Pick<Visitors, 'sold' | 'refused' | 'broken' | 'tickets'> & {
  /** Seconds from the arrival of the buyer for whom the last place would have sufficed to the last ticket sold. */
  soldOutAfter: number;
  scanP99: number;
  /** The p50 and p99 of each step in milliseconds. */
  steps: { name: string; p50: number; p99: number }[];
  mails: {
    /** Mails of earlier tickets that were sent during the rush. */
    dueMeanwhile: number;
    /** Seconds from the last ticket sold to the last mail sent. */
    lastAfter: number;
    missing: number;
  };
  /** CPU seconds of the server with its threads, the bank, the mail server and the visitors. */
  cpu: Record<'server' | 'bank' | 'smtp' | 'visitors', number>;
  /** The resident memory of the server process in megabytes. */
  memory: number;
  rules: string[];
};

/**
 * 2,000 people arrive within ten seconds for 400 places; each pays at the bank while the door scans. 260 tickets of another event were sold
 * in the fifteen seconds before, so their mails fall into the rush. Every second guest does not wait for the return page.
 */
export async function rush(stage: Stage, { bank, smtp, serverPid }: Actors): Promise<Rush> {
  const sentBefore = (await smtp.taken()).length;
  const early = await openEvent(stage, EARLY_BUYERS);
  const recent = await openEvent(stage, RECENT_BUYERS);
  const event = await openEvent(stage, PLACES);
  const sellTo = async (visitors: Visitors, buyers: number, eventId: number, overMs: number) =>
    arriveEvenly(await invite(stage.database, stage.secret, buyers), overMs, (person, index) =>
      visitors.buy(person, { eventId, comesBack: index % 2 === 0 }),
    );

  const door = startDoor(stage.origin, await prepareScans(stage, SCANS_MAX));
  const people = await invite(stage.database, stage.secret, BUYERS);
  await sellTo(createVisitors(stage.origin, bank), EARLY_BUYERS, early, EARLY_MS);
  await smtp.waitFor(sentBefore + EARLY_BUYERS, MAILS_TIMEOUT_MS);
  await sellTo(createVisitors(stage.origin, bank), RECENT_BUYERS, recent, RECENT_MS);

  const visitors = createVisitors(stage.origin, bank);
  const cpu = () => ({
    server: cpuSeconds(serverPid),
    bank: cpuSeconds(bank.pid),
    smtp: cpuSeconds(smtp.pid),
    visitors: cpuSeconds(process.pid),
  });
  const before = cpu();
  const startedAt = Date.now();
  const lastChance = startedAt + (PLACES * ARRIVALS_MS) / BUYERS;
  door.open();
  await arriveEvenly(people, ARRIVALS_MS, (person, index) => visitors.buy(person, { eventId: event, comesBack: index % 2 === 0 }));
  const scans = await door.close();
  const endedAt = Date.now();
  const after = cpu();
  const soldAt = await lastTicketAt(stage, event);
  const due = sentBefore + EARLY_BUYERS + RECENT_BUYERS + visitors.sold;
  const moments = await smtp.waitFor(due, MAILS_TIMEOUT_MS);
  return {
    ...visitors,
    soldOutAfter: (soldAt - lastChance) / 1000,
    scanP99: percentile(scans, 0.99),
    steps: [...visitors.times].map(([name, ms]) => ({ name, p50: percentile(ms, 0.5), p99: percentile(ms, 0.99) })),
    mails: {
      dueMeanwhile: moments.filter((at) => at >= startedAt && at <= endedAt).length,
      lastAfter: (Math.max(...moments) - soldAt) / 1000,
      missing: due - moments.length,
    },
    cpu: {
      server: after.server - before.server,
      bank: after.bank - before.bank,
      smtp: after.smtp - before.smtp,
      visitors: after.visitors - before.visitors,
    },
    memory: residentMegabytes(serverPid),
    rules: await brokenRules(stage.database),
  };
}

/** Creates an event with one ticket type of this many places. */
async function openEvent({ database }: Stage, allocation: number): Promise<number> {
  const [event = 0] = await openEvents(database, { count: 1, allocation, startsInDays: 7 });
  await database.query('delete from ticket_types where event_id = $1 and position > 1', [event]);
  return event;
}

async function lastTicketAt({ database }: Stage, eventId: number): Promise<number> {
  const { rows } = await database.query<{ at: Date | null }>('select max(created_at) as at from tickets where event_id = $1', [eventId]);
  return rows[0]?.at?.getTime() ?? Number.NaN;
}

export function printRush({ sold, refused, broken, tickets, soldOutAfter, scanP99, steps, mails, cpu, memory, rules }: Rush): void {
  const p95 = (times: number[]) => `${(percentile(times, 0.95) / 1000).toFixed(1)} s`;
  const slowest = Math.max(...steps.map(({ p99 }) => p99));
  const computing = Object.entries(cpu).map(([name, seconds]) => `${name} ${seconds.toFixed(1)} s`);
  console.log(`
Rush, 2,000 buyers in 10 s for 400 tickets, 260 sold in the 15 s before: ${sold} sold, ${refused} refused, ${broken} broken
  sold out ${soldOutAfter.toFixed(1)} s after the 400th buyer arrived (target ≤ 5), scan p99 ${scanP99.toFixed(0)} ms (≤ 80), slowest step's p99 ${slowest.toFixed(0)} ms (≤ 1000)
  ticket seen after the payment, p95: ${p95(tickets.comeBack)} by the return page (≤ 2), ${p95(tickets.stayAway)} without it
  ${steps.map(({ name, p50, p99 }) => `${name} p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`).join('; ')}
  mails: ${mails.dueMeanwhile} left during the rush, the last ${mails.lastAfter.toFixed(1)} s after the last ticket (≤ 15), ${mails.missing} missing
  computing: ${computing.join(', ')}; the server's memory ${memory.toFixed(0)} MB
  books: ${rules.length === 0 ? 'balanced' : rules.join('; ')}`);
}
