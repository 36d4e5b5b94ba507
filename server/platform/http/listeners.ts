import { once } from 'node:events';
import { createServer, type Server as NetServer } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Node accepts one new connection from each listening socket in each turn of its event loop. In a rush a turn takes many milliseconds, and
 * new connections would wait for seconds (docs/decisions/0047). So several sockets listen at one port.
 */
const LISTENERS = 8;
const IDLE_SWEEP_MS = 100;

/**
 * Listens at the port, with several sockets where the system supports it (Linux). Returns the function that closes those beside the
 * server's own.
 */
export async function openListeners(http: FastifyInstance, { port, host }: { port: number; host: string }): Promise<() => Promise<void>> {
  const reusePort = process.platform === 'linux';
  // Fastify passes its options to Node; its types do not know this one yet.
  const options = { port, host, reusePort };
  await http.listen(options);
  const address = http.server.address();
  if (!reusePort || address === null || typeof address !== 'object') return async () => undefined;
  const others = Array.from({ length: LISTENERS - 1 }, () => openBeside(http));
  for (const other of others) other.listen({ port: address.port, host, reusePort });
  await Promise.all(others.map((other) => once(other, 'listening')));
  return async () => {
    const closed = Promise.all(others.map(close));
    // A connection with a running request would otherwise be kept open for its next one.
    const sweep = setInterval(() => http.server.closeIdleConnections(), IDLE_SWEEP_MS);
    await closed.finally(() => clearInterval(sweep));
  };
}

/** Serves its connections as the server does; the options are those of Node's own HTTP server. */
const openBeside = ({ server }: FastifyInstance): NetServer =>
  createServer({ allowHalfOpen: true, noDelay: true }, (socket) => void server.emit('connection', socket));

const close = (server: NetServer): Promise<void> => new Promise((resolve) => void server.close(() => resolve()));
