import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Pool } from 'pg';
import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts';
import { timeText } from '#shared/dates.ts';
import { createDoorKey, publicKeyOf, signCall } from '#shared/door/sign-call.ts';
import { HOUR_MS } from '#shared/durations.ts';
import { createWholeApi } from '#shared/staff-api.ts';
import { createFetchSend } from '#web/lib/fetch-send.ts';
import { startBank } from './bench/bank.ts';
import { invite, openEvents, type Person } from './bench/seed.ts';
import { type Coverage, openCoverage } from './request-files/coverage.ts';
import { freePort, startServer } from './trial/server-process.ts';
import { exchange, pay } from './trial/world.ts';

/**
 * Prints which of our files the server runs, as V8 counts them, for a purchase at a bank of another process, an edit of a line-up and a
 * scan by a phone with a pass, without those that run idle, and how many of them a guest's plain read runs too.
 * `npm run request-files [--list]`
 */
const IDLE_MS = 5_000;
/** Jobs issue the tickets, mails and PDFs after the payment. */
const JOBS_MS = 8_000;
/** Scheduled jobs start on the minute and end soon; counting happens between two such starts. */
const CLOCK_JOBS_MS = 10_000;
const MINUTE_MS = 60_000;
const root = fileURLToPath(new URL('..', import.meta.url));
const isListed = process.argv.includes('--list');

const secret = 'only for measuring, and long enough for that';
const dataDir = await mkdtemp(join(tmpdir(), 'rkali-files-'));
// PostgreSQL started by root runs as another user, who must reach this folder.
await chmod(dataDir, 0o755);
const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
const bank = await startBank();
const inspector = await freePort();
const server = await startServer({
  ...bank.variables,
  DATA_DIR: dataDir,
  SECRET: secret,
  DEMO: 'false',
  MAIL: 'files',
  PLACEHOLDER_IMAGES: 'false',
  NODE_OPTIONS: `--inspect=127.0.0.1:${inspector}`,
});
const database = new Pool({ connectionString: postgres.ownerUrl, max: 2 });
try {
  const coverage = await openCoverage(inspector, root);
  try {
    await sleep(IDLE_MS);
    await coverage.take();
    await sleep(IDLE_MS);
    coverage.ignore(await coverage.take());
    await report(coverage);
  } finally {
    // A process with an attached debugger does not end.
    coverage.close();
  }
} finally {
  await database.end();
  await server.kill('SIGTERM');
  bank.stop();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function report(coverage: Coverage): Promise<void> {
  const send = createFetchSend(server.origin);
  const apiOf = (person?: Person) => createWholeApi((request) => send(request, person?.token ?? null));
  const invited = async (areOwners: boolean) => apiOf((await invite(database, secret, 1, { areOwners }))[0]);
  const [guest, owner] = [await invited(false), await invited(true)];
  const [eventId = 0] = await openEvents(database, { count: 1, allocation: 10, startsInDays: 3 });
  await sleep(MINUTE_MS + CLOCK_JOBS_MS - (Date.now() % MINUTE_MS));
  await coverage.take();

  const filesOf = async (work: () => Promise<unknown>): Promise<Set<string>> => {
    await work();
    return coverage.take().then((functions) => coverage.filesOf(functions));
  };
  const read = await filesOf(() => guest.accounts.me());
  const add = await filesOf(() => guest.cart.addTicket({ eventId }));
  let redirect = '';
  const checkout = await filesOf(async () => {
    redirect = (await guest.cart.checkout()).redirect;
  });
  const paid = await filesOf(async () => {
    const back = new URL(await pay(bank.pageOf(redirect), 'approve'));
    await guest.payments.bankReturn({ body: { token: back.searchParams.get('order') ?? '' } });
    await sleep(JOBS_MS);
  });
  const { version } = await owner.staffEvents.get({ id: eventId });
  const { startDate } = await guest.events.get({ id: eventId });
  await coverage.take();
  const time = timeText(new Date(Date.parse(startDate) + HOUR_MS));
  const slots = [{ floor: 1 as const, artistName: 'Data Dzma', time, isHeadliner: true }];
  const lineUp = await filesOf(() => owner.staffEvents.changeLineUp({ id: eventId, body: { version, slots } }));
  const scan = await scanFiles();
  const print = (what: string, files: ReadonlySet<string>) => printFiles(what, files, read);
  print('add a ticket', add);
  print('checkout', checkout);
  print('the bank says paid', paid);
  print('a purchase', new Set([...add, ...checkout, ...paid]));
  print('an edit of a line-up', lineUp);
  print('a scan by a phone', scan);

  async function scanFiles(): Promise<Set<string>> {
    const made = await owner.staffScannerDevices.create({ body: { eventId, name: 'Main 1', rights: ['scan'] } });
    const key = await createDoorKey();
    const pairing = new URL(made.url).hash.slice(1);
    const scannerDevice = await apiOf().scannerDevice.pair({ body: { secret: pairing, publicKey: await publicKeyOf(key) } });
    const code = (await guest.tickets.mine()).find(({ basket }) => basket.eventId === eventId)?.code;
    const at = new Date().toISOString();
    const scans = [{ scanId: randomUUID(), sequence: 1, kind: 'in', code, at, offsetMs: 0, uncertaintyMs: 500, decidedBy: 'server' }];
    const body = JSON.stringify({ scans });
    const url = '/api/door/scans';
    const authorization = await signCall(key.privateKey, {
      scannerDeviceId: scannerDevice.scannerDeviceId,
      time: Date.now(),
      method: 'POST',
      url,
      body,
    });
    await coverage.take();
    return filesOf(() =>
      exchange(server.origin + url, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body,
        timeoutMs: 20_000,
      }),
    );
  }
}

function printFiles(what: string, files: ReadonlySet<string>, read: ReadonlySet<string>): void {
  const byFolder = Map.groupBy([...files].toSorted(), (file) =>
    file
      .split('/')
      .slice(0, file.startsWith('server/') ? 2 : 1)
      .join('/'),
  );
  const parts = [...byFolder].map(([folder, inside]) => `${folder} ${inside.length}`);
  const common = [...files].filter((file) => read.has(file)).length;
  console.log(`${what}: ${files.size} files, ${common} of them in any read (${parts.join(', ')})`);
  if (isListed) for (const file of [...files].toSorted()) console.log(`  ${read.has(file) ? '· ' : ''}${file}`);
}
