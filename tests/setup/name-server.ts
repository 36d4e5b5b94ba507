import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { AUTHORITATIVE_ANSWER, decode, encode } from 'dns-packet';
import { onTestFinished } from './on-test-finished.ts';

type NameServer = { address: string; /** TXT records by name; any other name does not exist. */ texts: Record<string, string[]> };
const NO_SUCH_NAME = 3;

/** Starts a real name server with these TXT records; stopped when the test is over. */
export async function startNameServer(texts: Record<string, string[]>): Promise<NameServer> {
  const server: NameServer = { address: '', texts };
  const socket = createSocket('udp4');
  socket.on('message', (message, { address, port }) => {
    const { id, questions = [] } = decode(message);
    const name = questions[0]?.name ?? '';
    const found = server.texts[name.toLowerCase()];
    const answers = (found ?? []).map((text) => ({ type: 'TXT' as const, name, ttl: 60, data: text }));
    socket.send(
      encode({ type: 'response', id, flags: AUTHORITATIVE_ANSWER | (found ? 0 : NO_SUCH_NAME), questions, answers }),
      port,
      address,
    );
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  server.address = `127.0.0.1:${socket.address().port}`;
  return server;
}
