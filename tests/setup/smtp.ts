import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';
import { listening } from './listening.ts';
import { onTestFinished } from './on-test-finished.ts';

/** A received message with its envelope. */
type ReceivedMail = { from: string; to: string[]; raw: Buffer };

export type TestSmtp = { url: string; port: number; received: ReceivedMail[]; connections(): number; stop(): Promise<void> };

type Options = {
  /** 0 chooses a free port. */
  port?: number;
  /** Refuses a recipient with this answer, such as `550 5.1.1 No such user`. */
  refusal?: string;
  /** Never accepts mail to this address, and keeps the connection open. */
  hangsFor?: string;
};

/** Starts a real mail server in this process; stopped when the test is over. */
export async function startSmtp({ port = 0, refusal, hangsFor }: Options = {}): Promise<TestSmtp> {
  const received: ReceivedMail[] = [];
  let connections = 0;
  const server = await openSmtp(port, {
    onConnect(_session, done) {
      connections += 1;
      done();
    },
    onRcptTo: (_address, _session, done) => (refusal ? done(asRefusal(refusal)) : done()),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (envelopeOf(session).to.some((address) => address === hangsFor)) return;
        received.push({ ...envelopeOf(session), raw: Buffer.concat(chunks) });
        done();
      });
    },
  });
  return { ...server, received, connections: () => connections };
}

/** Opens a mail server with the options `how`, without TLS and passwords; port 0 chooses a free one. */
export async function openSmtp(port: number, how: SMTPServerOptions): Promise<Pick<TestSmtp, 'url' | 'port' | 'stop'>> {
  const server = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS', 'AUTH'], closeTimeout: 100, ...how });
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const where = portOf(server.server.address());
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
  onTestFinished(stop);
  return { url: `smtp://127.0.0.1:${where}`, port: where, stop };
}

/** Starts a mail server that accepts every connection and never answers. */
export async function startSilentSmtp(): Promise<{ url: string; connections: () => number; hangUp(): void }> {
  const sockets = new Set<Socket>();
  let count = 0;
  const server = createServer((socket) => {
    count += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  const hangUp = (): void => sockets.forEach((socket) => socket.destroy());
  const port = await listening(server);
  onTestFinished(hangUp);
  return { url: `smtp://127.0.0.1:${port}`, connections: () => count, hangUp };
}

/** Starts a mail server that answers each command only after `pauseMs`, so that a mail takes half a minute. */
export async function startSlowSmtp(pauseMs = 5_000): Promise<{ url: string; connections: () => number }> {
  let count = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    count += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.write('220 slow ESMTP\r\n');
    socket.on('data', () => void setTimeout(() => socket.writable && socket.write('250 in a moment\r\n'), pauseMs).unref());
  });
  const port = await listening(server);
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
  return { url: `smtp://127.0.0.1:${port}`, connections: () => count };
}

const envelopeOf = ({ envelope }: SMTPServerSession): Pick<ReceivedMail, 'from' | 'to'> => ({
  from: envelope.mailFrom ? envelope.mailFrom.address : '',
  to: envelope.rcptTo.map(({ address }) => address),
});

function asRefusal(answer: string): Error & { responseCode: number } {
  return Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) });
}

function portOf(address: AddressInfo | string | null): number {
  if (typeof address !== 'object' || address === null) throw new Error('The mail server is not listening.');
  return address.port;
}
