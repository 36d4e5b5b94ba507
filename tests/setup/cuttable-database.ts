import { connect, createServer, type Socket } from 'node:net';
import { openDatabase, type Database } from '#server/platform/db/client.ts';
import type { TestApp } from './app.ts';
import { listening } from './listening.ts';
import { onTestFinished } from './on-test-finished.ts';

type Refusal = { code: string; message: string };
type DatabaseProxy = {
  url: string;
  /** Cuts every connection and accepts no more. */
  cut(): void;
  /** Ends every connection with a protocol error and answers each new one with it, as a pooler does that has lost its server. */
  refuse(refusal: Refusal): void;
  /** Keeps every connection open and accepts more, but forwards nothing in either direction. */
  swallow(): void;
  /** Forwards nothing over the current connections; new ones work, as after a fail-over of the database. */
  swallowOld(): void;
  /** Forwards everything again, including what was swallowed. */
  reopen(): void;
};
type CuttableDatabase = DatabaseProxy & { database: Database };

/** Puts a proxy that can cut connections in front of the app's database. */
export async function startCuttable({ ctx }: Pick<TestApp, 'ctx'>): Promise<CuttableDatabase> {
  const proxy = await openProxy(String(ctx.env.databaseUrl));
  const database = openDatabase(proxy.url, () => undefined);
  onTestFinished(() => database.close());
  return { ...proxy, database };
}

/** Opens a TCP proxy in front of a database. */
export async function openProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const real = new URL(databaseUrl);
  const host = real.searchParams.get('host') ?? real.hostname;
  const port = Number(real.port || '5432');
  const clients = new Set<Socket>();
  const all = new Set<Socket>();
  let isCut = false;
  let isSwallowing = false;
  let refusal: Refusal | undefined;
  const remember = (socket: Socket): void => void all.add(socket.on('error', () => undefined).on('close', () => all.delete(socket)));

  const proxy = createServer((client) => {
    if (isCut) return void client.destroy();
    remember(client);
    if (refusal) {
      const bytes = errorResponse(refusal);
      return void client.once('data', () => client.end(bytes));
    }
    clients.add(client.on('close', () => clients.delete(client)));
    const server = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    remember(server);
    client.on('close', () => server.destroy()).pipe(server);
    server.on('close', () => client.destroy()).pipe(client);
    if (isSwallowing) for (const socket of [client, server]) socket.pause();
  });
  const behind = new URL(real);
  behind.searchParams.delete('host');
  behind.hostname = '127.0.0.1';
  behind.port = String(await listening(proxy));

  const cut = (): void => {
    isCut = true;
    for (const socket of all) socket.destroy();
  };
  onTestFinished(cut);
  return {
    url: String(behind),
    cut,
    refuse(given) {
      refusal = given;
      for (const client of clients) client.end(errorResponse(given));
    },
    swallow() {
      isSwallowing = true;
      for (const socket of all) socket.pause();
    },
    swallowOld() {
      for (const socket of all) socket.pause();
    },
    reopen() {
      isCut = false;
      refusal = undefined;
      if (isSwallowing) for (const socket of all) socket.resume();
      isSwallowing = false;
    },
  };
}

/** Returns an ErrorResponse of PostgreSQL's protocol with the fields that a pooler sends. */
function errorResponse({ code, message }: Refusal): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const length = Buffer.alloc(4);
  length.writeInt32BE(fields.length + 4);
  return Buffer.concat([Buffer.from('E'), length, fields]);
}
