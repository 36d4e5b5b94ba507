import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts';
import { percentile } from './bench/statistics.ts';
import { type Club, openClub } from './faults/club.ts';
import { calm, FAKETIME, type Fault, faults, seconds } from './faults/faults.ts';
import { type Kind, KINDS, type Noticed } from './faults/people.ts';
import { makeSmallDisk, type SmallDisk } from './faults/small-disk.ts';
import { brokenRules } from './trial/consistency.ts';

/**
 * Breaks what the site depends on, one thing at a time, while guests and a door use it, and prints how they are affected. Needs root on
 * Linux and, for the clock, Debian's package libfaketime. `npm run faults [part of a name]`
 */
const DISK_MB = 700;
/** A guest's browser and the door's screen give up before this, so a longer wait means that a timeout is missing. */
const BOUND_MS = 25_000;
const WELL_TIMEOUT_MS = 120_000;
const wanted = process.argv[2] ?? '';

if (process.platform !== 'linux' || process.getuid?.() !== 0)
  throw new Error('npm run faults mounts disks of its own: run it as root on Linux');

type Row = { fault: string; noticed: Record<Kind, Noticed>; well: number; notes: string[]; problems: string[] };

/** Runs a fault on its own database and disk. */
async function meet(fault: Fault): Promise<Row> {
  const disk = await makeSmallDisk(DISK_MB);
  const clockFile = join(tmpdir(), `rkali-clock-${process.pid}`);
  const { variables, end } = (await fault.variables?.({ disk, clockFile })) ?? { variables: {}, end: () => undefined };
  const club = await openClub(disk.folder, variables);
  try {
    const row = await endure(fault, { club, disk, clockFile }).finally(club.close);
    return fault.isLast ? { ...row, ...(await repair(disk, row)) } : row;
  } finally {
    end();
    disk.remove();
  }
}

/** Checks the database after its disk was repaired. */
async function repair(disk: SmallDisk, { notes }: Row): Promise<Pick<Row, 'notes' | 'problems'>> {
  disk.repair();
  const cluster = await startEmbeddedPostgres({ dataDir: disk.folder, log: () => undefined });
  const database = new Pool({ connectionString: cluster.url, max: 1 });
  const problems = await brokenRules(database);
  await database.end();
  await cluster.stop();
  return { notes: [...notes, 'repaired and started again, the books balance'], problems };
}

async function endure(fault: Fault, place: { club: Club; disk: SmallDisk; clockFile: string }): Promise<Row> {
  const { club } = place;
  const notes: string[] = [];
  const isWell = await Promise.race([club.people.untilWell().then(() => true), sleep(WELL_TIMEOUT_MS, false)]);
  if (!isWell) throw new Error(`not well before the fault: ${JSON.stringify(summary(club.people.take()))}`);
  club.people.take();
  const finish = await fault.begin(place, (note) => notes.push(note));
  await sleep(fault.seconds * 1000);
  await finish();
  const endedAt = performance.now();
  const well = fault.isLast ? Number.NaN : await Promise.race([wellAfter(club, endedAt), sleep(WELL_TIMEOUT_MS, Infinity)]);
  const noticed = club.people.take();
  const problems = fault.isLast ? [] : await brokenRules(club.database);
  for (const kind of KINDS) {
    const { times, statuses } = noticed[kind];
    if (Math.max(...times) > BOUND_MS) problems.push(`${kind}: a call took ${seconds(Math.max(...times))}`);
    if (statuses.has(500)) problems.push(`${kind}: ${statuses.get(500)} answers were 500`);
    if (statuses.has(0) && !fault.isLast) problems.push(`${kind}: ${statuses.get(0)} calls had no answer`);
  }
  if (well === Infinity) problems.push('it does not recover');
  return { fault: fault.name, noticed, well, notes, problems };
}

async function wellAfter(club: Club, endedAt: number): Promise<number> {
  await club.people.untilWell();
  return performance.now() - endedAt;
}

const summary = (noticed: Record<Kind, Noticed>) => KINDS.map((kind) => [kind, [...noticed[kind].statuses]]);

const cell = ({ times, statuses }: Noticed): string => {
  const failed = [...statuses].filter(([status]) => status !== 200).map(([status, count]) => `${count} × ${status || 'no answer'}`);
  const figures = [percentile(times, 0.5), percentile(times, 0.99), Math.max(...times)].map((ms) =>
    ms < 1000 ? `${ms.toFixed(0)} ms` : seconds(ms),
  );
  return `${figures.join(' / ')}${failed.length > 0 ? `; ${failed.join(', ')} of ${times.length}` : ''}`;
};

const rows: Row[] = [];
for (const fault of [calm, ...faults.filter(({ name }) => name.includes(wanted))]) {
  if (fault.name.includes('clock') && !existsSync(FAKETIME)) {
    console.log(`not measured: ${fault.name} (apt-get install libfaketime)`);
    continue;
  }
  const row = await meet(fault);
  rows.push(row);
  console.log(`${row.fault}: ${KINDS.map((kind) => `${kind} ${cell(row.noticed[kind])}`).join(' · ')}`);
  for (const line of [...row.notes, ...row.problems.map((problem) => `PROBLEM ${problem}`)]) console.log(`  ${line}`);
}
console.log(`\n| Fault | ${KINDS.join(' | ')} | all well again after | seen |\n|${'---|'.repeat(KINDS.length + 3)}`);
for (const { fault, noticed, well, notes } of rows)
  console.log(
    `| ${fault} | ${KINDS.map((kind) => cell(noticed[kind])).join(' | ')} | ${Number.isNaN(well) ? '–' : seconds(well)} | ${notes.join('; ')} |`,
  );
process.exit(rows.every(({ problems }) => problems.length === 0) ? 0 : 1);
