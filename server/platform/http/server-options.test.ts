import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { endIdleConnections, openListeners } from './server-options.ts';

const CONNECTIONS = 64;

function portOf({ server }: FastifyInstance): number {
  const address = server.address();
  return address !== null && typeof address === 'object' ? address.port : 0;
}

/** Returns how many turns of the event loop pass until many connections are accepted. */
async function turnsToAccept(listen: (http: FastifyInstance) => Promise<unknown>): Promise<number> {
  const http = Fastify();
  onTestFinished(() => http.close());
  await listen(http);
  let taken = 0;
  http.server.on('connection', () => void (taken += 1));
  const sockets: Socket[] = [];
  for (let each = 0; each < CONNECTIONS; each += 1) sockets.push(connect(portOf(http), '127.0.0.1'));
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
  let turns = 0;
  for (; taken < CONNECTIONS; turns += 1) await setImmediate();
  return turns;
}

test.runIf(process.platform === 'linux')(
  'a rush of connections is accepted in few turns of the event loop, with one socket in many',
  async () => {
    const alone = await turnsToAccept((http) => http.listen({ port: 0, host: '127.0.0.1' }));
    const many = await turnsToAccept((http) => openListeners(http, { port: 0, host: '127.0.0.1' }));
    expect(alone).toBeGreaterThanOrEqual(CONNECTIONS);
    expect(many).toBeLessThan(CONNECTIONS * 0.75);
  },
);

test('closing waits for the answers under way, hangs up on idle and silent connections and takes no new ones', async () => {
  const http = Fastify();
  endIdleConnections(http);
  let accepted = 0;
  http.server.on('connection', () => void (accepted += 1));
  const { promise, resolve: answer } = Promise.withResolvers<string>();
  let arrived = 0;
  http.get('/', () => {
    arrived += 1;
    return promise;
  });
  http.get('/quick', async () => 'quick');
  const close = await openListeners(http, { port: 0, host: '127.0.0.1' });
  const port = portOf(http);
  const idle = await Promise.all(
    Array.from({ length: 16 }, async () => {
      const socket = connect(port, '127.0.0.1');
      socket.write('GET /quick HTTP/1.1\r\nHost: x\r\n\r\n');
      await once(socket, 'data');
      return socket;
    }),
  );
  const waiting = Array.from({ length: 16 }, () => fetch(`http://127.0.0.1:${port}/`).then((response) => response.text()));
  while (arrived < waiting.length) await setImmediate();
  const silent = Array.from({ length: 16 }, () => connect(port, '127.0.0.1'));
  const connections = idle.length + waiting.length + silent.length;
  while (accepted < connections) await setImmediate();
  const ended = Promise.all([http.close(), close()]);
  await Promise.all([...idle, ...silent].map((socket) => once(socket, 'close')));
  answer('late');
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['late']));
  await ended;
  await expect(fetch(`http://127.0.0.1:${port}/quick`)).rejects.toThrow();
});
