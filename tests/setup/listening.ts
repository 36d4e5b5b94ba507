import { once } from 'node:events';
import type { Server } from 'node:net';
import { onTestFinished } from './on-test-finished.ts';

/** Lets a server listen on a free port of this machine until the test is over. Returns the port. */
export async function listening(server: Server & { closeAllConnections?(): void }): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections?.();
    server.close();
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server does not listen.');
  return address.port;
}
