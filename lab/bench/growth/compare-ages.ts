import { setTimeout as sleep } from 'node:timers/promises';
import { exchange } from '#lab/trial/world.ts';
import { measure, wireRequest } from '#lab/bench/load.ts';
import { openEvents, sellTickets, invite } from '#lab/bench/seed.ts';
import { median } from '#lab/bench/statistics.ts';
import { addTicket, inTurn, prepareScans, type Stage } from '#lab/bench/subjects.ts';

export type AgeRow = { name: string; young: number; grown: number; ratio: number };

const ROUNDS = 5;
const TIMES = 300;
const MISSES = 40;
const SOON = 14;
const TICKETS_EACH = 4;
const TIMEOUT_MS = 10_000;
const HTML = { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br' };
/** Time for the server to process the NOTIFY of a changed event. */
const NOTIFY_MS = 25;

type Subject = { name: string; take: (stage: Stage) => Promise<number> };

/**
 * Returns the median time in milliseconds of the most frequent requests of guests and the door, sent one at a time. Rounds of the two clubs
 * alternate; the first is a warm-up.
 */
export async function compareAges(young: Stage, grown: Stage): Promise<AgeRow[]> {
  const rows: AgeRow[] = [];
  for (const { name, take } of subjects) {
    const rounds: { young: number; grown: number }[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) rounds.push({ young: await take(young), grown: await take(grown) });
    const counted = rounds.slice(1);
    rows.push({
      name,
      young: median(counted.map((each) => each.young)),
      grown: median(counted.map((each) => each.grown)),
      ratio: median(counted.map((each) => each.grown / each.young)),
    });
  }
  return rows;
}

const subjects: Subject[] = [
  { name: 'scan', take: async (stage) => oneByOne(stage, await prepareScans(stage, TIMES)) },
  { name: 'my tickets', take: async (stage) => oneByOne(stage, await ownTickets(stage)) },
  { name: 'add ticket', take: async (stage) => oneByOne(stage, await additions(stage)) },
  { name: 'event page, kept', take: async (stage) => oneByOne(stage, [wireRequest({ path: await pageOfEvent(stage), headers: HTML })]) },
  { name: 'event page, drawn', take: drawnPage },
];

async function oneByOne({ origin }: Stage, requests: Buffer[]): Promise<number> {
  const { accepted, p50 } = await measure({ origin, connections: 1, amount: TIMES, next: inTurn(requests) });
  if (accepted !== TIMES) throw new Error(`${TIMES - accepted} of ${TIMES} were refused`);
  return p50;
}

async function ownTickets({ database, secret }: Stage): Promise<Buffer[]> {
  const people = await invite(database, secret, 30);
  const [event = 0] = await openEvents(database, { count: 1, allocation: people.length * TICKETS_EACH, startsInDays: SOON });
  await sellTickets(
    database,
    people.map(({ id }) => id),
    event,
    TICKETS_EACH,
  );
  return people.map(({ token }) => wireRequest({ path: '/api/Tickets/my-tickets', headers: { authorization: `Bearer ${token}` } }));
}

async function additions({ database, secret }: Stage): Promise<Buffer[]> {
  const people = await invite(database, secret, TIMES);
  const [event = 0] = await openEvents(database, { count: 1, allocation: TIMES, startsInDays: SOON });
  return people.map((person) => addTicket(person, event));
}

async function pageOfEvent({ database }: Stage): Promise<string> {
  const [event] = await openEvents(database, { count: 1, allocation: TIMES, startsInDays: SOON });
  return `/Events/${event}`;
}

/** Drops the page cache before every request, so that each page is rendered from the database. */
async function drawnPage(stage: Stage): Promise<number> {
  const url = `${stage.origin}${await pageOfEvent(stage)}`;
  const times: number[] = [];
  for (let time = 0; time < MISSES; time += 1) {
    await stage.database.query(`select pg_notify('content_changed', 'events')`);
    await sleep(NOTIFY_MS);
    const startedAt = performance.now();
    const { status } = await exchange(url, { method: 'GET', headers: HTML, timeoutMs: TIMEOUT_MS });
    if (status !== 200) throw new Error(`${url} answered ${status}`);
    times.push(performance.now() - startedAt);
  }
  return median(times);
}
