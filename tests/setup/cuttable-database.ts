import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { openDatabase, type Database } from '#server/platform/db/client.ts';
import type { TestApp } from './app.ts';
import { onTestFinished } from './on-test-finished.ts';

export type CuttableDatabase = { url: string; database: Database; cut(): void; reopen(): void };

/** The app's database behind connections that can be cut. */
export async function startCuttable({ ctx }: TestApp): Promise<CuttableDatabase> {
  const real = new URL(String(ctx.env.databaseUrl));
  const host = real.searchParams.get('host') ?? real.hostname;
  const port = Number(real.port || '5432');
  const sockets = new Set<Socket>();
  let isCut = false;
  const proxy = createServer((client) => {
    if (isCut) return void client.destroy();
    const server = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    for (const socket of [client, server]) sockets.add(socket.on('error', () => undefined));
    client.on('close', () => server.destroy()).pipe(server);
    server.on('close', () => client.destroy()).pipe(client);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  const behind = new URL(real);
  behind.searchParams.delete('host');
  behind.hostname = '127.0.0.1';
  behind.port = String(typeof address === 'object' && address ? address.port : 0);
  const url = String(behind);
  const cut = (): void => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  const database = openDatabase(url, () => undefined);
  onTestFinished(async () => {
    await database.close();
    cut();
    proxy.close();
  });
  return { url, database, cut, reopen: () => void (isCut = false) };
}
