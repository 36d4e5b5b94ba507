import { once } from 'node:events';
import { connect } from 'node:net';
import { percentile } from './statistics.ts';

/** One request; `path` is the part after the origin. */
type Call = { method?: string; path: string; headers?: Record<string, string>; body?: string };

type Load = {
  origin: string;
  /** Returns the bytes of the next request, made by `wireRequest`. */
  next: () => Buffer;
  connections?: number | undefined;
  seconds?: number;
  /** The number of requests to send, instead of running for a time. */
  amount?: number | undefined;
};
export type Outcome = { perSecond: number; accepted: number; refused: number; broken: number; p50: number };

const CONNECTIONS = 50;
const SECONDS = 2;
const HEAD_END = Buffer.from('\r\n\r\n');
const LAST_CHUNK = Buffer.from('0\r\n\r\n');
const STATUS_PLACE = 'HTTP/1.1 '.length;

export function wireRequest({ method = 'GET', path, headers = {}, body }: Call): Buffer {
  const length = body === undefined && method === 'GET' ? {} : { 'content-length': String(Buffer.byteLength(body ?? '')) };
  const lines = Object.entries({ host: 'bench', ...headers, ...length }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`);
}

/**
 * Loads a server on this machine over keep-alive connections, one request at a time on each, and returns the 2xx answers per second. It
 * parses only the status and the end of an answer, so that the load itself costs little.
 */
export async function measure({ origin, next, connections = CONNECTIONS, seconds = SECONDS, amount = Infinity }: Load): Promise<Outcome> {
  const { hostname, port } = new URL(origin);
  const statuses = new Map<number, number>();
  const times: number[] = [];
  const startedAt = performance.now();
  const endsAt = amount === Infinity ? startedAt + seconds * 1000 : Infinity;
  let left = amount;

  const work = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      const answers = createAnswerReader();
      let sentAt = 0;
      const send = (): void => {
        if (left <= 0 || performance.now() >= endsAt) return void socket.end(resolve);
        left -= 1;
        sentAt = performance.now();
        socket.write(next());
      };
      socket.on('data', (chunk) => {
        const status = answers.read(chunk);
        if (status === undefined) return;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        times.push(performance.now() - sentAt);
        send();
      });
      socket.once('connect', send);
      socket.once('error', reject);
      socket.once('close', resolve);
    });
  await Promise.all(Array.from({ length: connections }, work));

  const spent = (performance.now() - startedAt) / 1000;
  const count = (kind: number): number =>
    [...statuses].reduce((sum, [status, times]) => sum + (Math.floor(status / 100) === kind ? times : 0), 0);
  return {
    perSecond: count(2) / spent,
    accepted: count(2),
    refused: count(3) + count(4),
    broken: count(5),
    p50: percentile(times, 0.5),
  };
}

type Connection = {
  /** Sends a request once the previous ones were answered, and returns the status of its answer. */
  send(request: Buffer): Promise<number>;
  close(): void;
};

/** Opens one keep-alive connection, as a browser does. */
export async function openConnection(origin: string): Promise<Connection> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  const answers = createAnswerReader();
  const exchange = async (request: Buffer): Promise<number> => {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const read = (chunk: Buffer): void => {
      const status = answers.read(chunk);
      if (status !== undefined) resolve(status);
    };
    const fail = (): void => reject(new Error('the server closed the connection'));
    socket.on('data', read).once('close', fail).write(request);
    return promise.finally(() => socket.off('data', read).off('close', fail));
  };
  let last: Promise<unknown> = Promise.resolve();
  return {
    send(request) {
      const answered = last.then(() => exchange(request));
      last = answered.catch(() => undefined);
      return answered;
    },
    close: () => void socket.end(),
  };
}

/** Finds the end of each answer on one connection by its length or its last chunk. */
function createAnswerReader(): { read(chunk: Buffer): number | undefined } {
  let status = 0;
  let head: Buffer = Buffer.alloc(0);
  let bodyLeft: number | 'chunks' | undefined;

  return {
    read(chunk) {
      let body = chunk;
      if (bodyLeft === undefined) {
        const text = head.length > 0 ? Buffer.concat([head, chunk]) : chunk;
        const end = text.indexOf(HEAD_END);
        if (end < 0) {
          head = text;
          return undefined;
        }
        const lines = text.toString('latin1', 0, end);
        status = Number(lines.slice(STATUS_PLACE, STATUS_PLACE + 3));
        bodyLeft = bodyLengthOf(lines, status);
        body = text.subarray(end + HEAD_END.length);
        head = Buffer.alloc(0);
      }
      if (bodyLeft === 'chunks') {
        if (!body.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)) return undefined;
      } else {
        bodyLeft -= body.length;
        if (bodyLeft > 0) return undefined;
      }
      bodyLeft = undefined;
      return status;
    },
  };
}

function bodyLengthOf(head: string, status: number): number | 'chunks' {
  if (status === 204 || status === 304) return 0;
  const length = /\ncontent-length: (\d+)/i.exec(head)?.[1];
  return length === undefined ? 'chunks' : Number(length);
}
