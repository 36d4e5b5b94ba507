import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createDoorKey, publicKeyOf, signCall } from '#shared/door/sign-call.ts';
import { createWholeApi } from '#shared/staff-api.ts';
import { demoAccounts } from '#server/demo/demo-accounts.ts';
import { createFetchSend } from '#web/lib/fetch-send.ts';
import { type Coverage, openCoverage } from './request-files/coverage.ts';
import { freePort, startServer } from './trial/server-process.ts';
import { exchange, pay } from './trial/world.ts';

/**
 * Prints which of our files the server runs, as V8 counts them, for a purchase, an edit of a line-up and a scan by a phone with a pass,
 * without those that run idle. `npm run request-files [--list]`
 */
const IDLE_MS = 5_000;
/** Jobs issue the tickets, mails and PDFs after the payment. */
const JOBS_MS = 8_000;
/** Scheduled jobs start on the minute and end soon; counting happens between two such starts. */
const CLOCK_JOBS_MS = 10_000;
const MINUTE_MS = 60_000;
const root = fileURLToPath(new URL('..', import.meta.url));
const isListed = process.argv.includes('--list');

const dataDir = mkdtempSync(join(tmpdir(), 'rkali-files-'));
// PostgreSQL started by root runs as another user, who must reach this folder.
chmodSync(dataDir, 0o755);
const inspector = await freePort();
const server = await startServer({
  DATA_DIR: dataDir,
  DEMO: 'true',
  MAIL: 'files',
  PLACEHOLDER_IMAGES: 'false',
  NODE_OPTIONS: `--inspect=127.0.0.1:${inspector}`,
});
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
  await server.kill('SIGTERM');
  rmSync(dataDir, { recursive: true, force: true });
}

async function report(coverage: Coverage): Promise<void> {
  const send = createFetchSend(server.origin);
  const apiOf = (token: string | null = null) => createWholeApi((request) => send(request, token));
  const tokenOf = async ({ email, password }: { email: string; password: string }) =>
    (await apiOf().accounts.login({ body: { email, password } })).accessToken;
  const [guest, admin] = [apiOf(await tokenOf(demoAccounts.guest)), apiOf(await tokenOf(demoAccounts.admin))];
  const event = (await guest.events.list()).find(({ baskets, startDate }) => {
    return Date.parse(startDate) > Date.now() && (baskets[0]?.available ?? 0) > 0 && (baskets[0]?.price ?? 0) > 0;
  });
  if (!event) throw new Error('no event of the demo is on sale');
  await sleep(MINUTE_MS + CLOCK_JOBS_MS - (Date.now() % MINUTE_MS));
  await coverage.take();

  const filesOf = async (work: () => Promise<unknown>): Promise<Set<string>> => {
    await work();
    return coverage.take().then((functions) => coverage.filesOf(functions));
  };
  const add = await filesOf(() => guest.cart.addTicket({ eventId: event.id }));
  let redirect = '';
  const checkout = await filesOf(async () => {
    redirect = (await guest.cart.checkout()).redirect;
  });
  const paid = await filesOf(async () => {
    const back = new URL(await pay(redirect, 'approve'));
    await guest.payments.bankReturn({ body: { token: back.searchParams.get('order') ?? '' } });
    await sleep(JOBS_MS);
  });
  const { version } = await admin.staffEvents.get({ id: event.id });
  await coverage.take();
  const slots = [{ floor: 1 as const, artistName: 'Data Dzma', time: '23:30', isHeadliner: true }];
  const lineUp = await filesOf(() => admin.staffEvents.changeLineUp({ id: event.id, body: { version, slots } }));
  const scan = await scanFiles();
  print('add a ticket', add);
  print('checkout', checkout);
  print('the bank says paid', paid);
  print('a purchase', new Set([...add, ...checkout, ...paid]));
  print('an edit of a line-up', lineUp);
  print('a scan by a phone', scan);

  async function scanFiles(): Promise<Set<string>> {
    const made = await admin.staffScannerDevices.create({ body: { eventId: event?.id ?? 0, name: 'Main 1', rights: ['scan'] } });
    const key = await createDoorKey();
    const secret = new URL(made.url).hash.slice(1);
    const scannerDevice = await apiOf().scannerDevice.pair({ body: { secret, publicKey: await publicKeyOf(key) } });
    const code = (await guest.tickets.mine()).find(({ basket }) => basket.eventId === event?.id)?.code;
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

function print(what: string, files: ReadonlySet<string>): void {
  const byFolder = Map.groupBy([...files].toSorted(), (file) =>
    file
      .split('/')
      .slice(0, file.startsWith('server/') ? 2 : 1)
      .join('/'),
  );
  const parts = [...byFolder].map(([folder, inside]) => `${folder} ${inside.length}`);
  console.log(`${what}: ${files.size} files (${parts.join(', ')})`);
  if (isListed) for (const file of [...files].toSorted()) console.log(`  ${file}`);
}
