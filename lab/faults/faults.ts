import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { freezeDatabase } from '#lab/trial/frozen-database.ts';
import { exchange } from '#lab/trial/world.ts';
import { bogVariables } from '#tests/setup/bog-double.ts';
import type { Club } from './club.ts';
import { keepFull, type SmallDisk } from './small-disk.ts';

export type Place = { disk: SmallDisk; club: Club; clockFile: string };

export type Fault = {
  name: string;
  /** Settings of the server under this fault. */
  variables?: (place: Omit<Place, 'club'>) => Promise<{ variables: Record<string, string>; end(): void }>;
  /** Begins the fault and returns the function that ends it. `note` adds an observation to the table. */
  begin(place: Place, note: (text: string) => void): Promise<() => Promise<void> | void>;
  seconds: number;
  /** Leaves the database unusable: the next fault gets a new one. */
  isLast?: boolean;
};

const MINUTE = 60;
/** Debian's libfaketime, which changes a process's clock. */
export const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';

/** Starts a mail server or bank that accepts connections and never answers. */
async function startSilent(): Promise<{ port: number; end(): void }> {
  const sockets = new Set<{ destroy(): void }>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const end = (): void => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { port: typeof address === 'object' && address !== null ? address.port : 0, end };
}

export const calm: Fault = { name: 'nothing', seconds: 15, begin: async () => () => undefined };

export const faults: readonly Fault[] = [
  {
    name: 'the database is stopped for 30 s (SIGSTOP)',
    seconds: 30,
    begin: async ({ club }, note) => {
      const goOn = freezeDatabase(club.postmaster());
      note(`not ready after ${seconds(await club.untilReady(false, 20_000))}`);
      return goOn;
    },
  },
  {
    name: 'all connections of the database are taken',
    seconds: 20,
    async begin({ club }) {
      const url = String(club.database.options.connectionString);
      const taken: Client[] = [];
      for (;;) {
        const client = new Client({ connectionString: url });
        client.on('error', () => undefined);
        try {
          await client.connect();
        } catch {
          break;
        }
        taken.push(client);
      }
      return async () => {
        await Promise.all(taken.map((client) => client.end()));
      };
    },
  },
  {
    name: 'the disk is full',
    seconds: 20,
    async begin({ club, disk }, note) {
      const makeRoom = disk.fill();
      const stopFilling = keepFull(disk);
      note(`not ready after ${seconds(await club.untilReady(false, 20_000))}`);
      return () => {
        stopFilling();
        makeRoom();
      };
    },
  },
  {
    name: 'a mail server that never answers, 200 mails due',
    seconds: 20,
    variables: async () => {
      const { port, end } = await startSilent();
      return { variables: { SMTP_URL: `smtp://127.0.0.1:${port}` }, end };
    },
    async begin({ club }, note) {
      await club.database.query(
        `with mail as (
           insert into mails (key, kind, recipient, language, payload, message_id, created_at)
           select 'fault:' || n, 'password-reset', 'nino@example.com', 'en', '{"token":"abc_DEF-123"}', '<' || n || '@fault>', now()
           from generate_series(1, 200) n returning id
         ) select graphile_worker.add_job('send-mail', json_build_object('mailId', id)) from mail`,
      );
      return async () => {
        const { rows } = await club.database.query<{ tried: number }>(`select count(*)::int as tried from mails where attempts > 0`);
        note(`${rows[0]?.tried} of 200 mails were tried`);
      };
    },
  },
  {
    name: 'a bank that never answers, ten guests pay',
    seconds: 20,
    variables: async () => {
      const { port, end } = await startSilent();
      return { variables: { PAYMENTS: 'bog', ...bogVariables(`http://127.0.0.1:${port}`) }, end };
    },
    async begin({ club }, note) {
      const answers = Promise.all(
        club.payers.map(async (token) => {
          const startedAt = performance.now();
          const headers = { authorization: `Bearer ${token}` };
          const { status } = await exchange(`${club.server.origin}/api/Cart/checkout`, { method: 'POST', headers, timeoutMs: 60_000 });
          return { status, ms: performance.now() - startedAt };
        }),
      );
      return async () => {
        const paid = await answers;
        const statuses = [...new Set(paid.map(({ status }) => status))].join(', ');
        note(`who pays is answered ${statuses} after ${seconds(Math.max(...paid.map(({ ms }) => ms)))}`);
      };
    },
  },
  {
    name: 'the clock of the server jumps ahead by an hour, and back',
    seconds: 20,
    variables: async ({ clockFile }) => {
      writeFileSync(clockFile, '+0\n');
      const faketime = {
        LD_PRELOAD: FAKETIME,
        FAKETIME_TIMESTAMP_FILE: clockFile,
        FAKETIME_NO_CACHE: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      };
      return { variables: { ...faketime, DONT_FAKE_MONOTONIC: '1' }, end: () => undefined };
    },
    async begin({ clockFile }) {
      writeFileSync(clockFile, `+${60 * MINUTE}\n`);
      return () => writeFileSync(clockFile, '+0\n');
    },
  },
  {
    name: '40 anonymous connections without a pause',
    seconds: 20,
    async begin({ club }, note) {
      const flood = fork(join(import.meta.dirname, 'flood.ts'), [club.server.origin, '20']);
      const reported = once(flood, 'message');
      await sleep(100);
      return async () => {
        const [text] = await reported;
        note(`they get ${String(text)}`);
      };
    },
  },
  {
    name: 'the disk fails and is read-only',
    seconds: 20,
    isLast: true,
    async begin({ club, disk }, note) {
      disk.breakDown();
      note(`not ready after ${seconds(await club.untilReady(false, 20_000))}`);
      return () => undefined;
    },
  },
];

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
