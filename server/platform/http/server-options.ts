import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer, type Server as NetServer, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Env } from '#server/platform/config/env.ts';
import { addressKey } from '#server/platform/limits/quota.ts';
import { AppError } from '#shared/errors.ts';
import { errorBody } from './errors.ts';

/** Accepts JSON only. Clients may name any type and send nothing: that is no body, not a wrong one. */
export function registerBodyParsers(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.decorateRequest('rawBody');
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    request.rawBody = body;
    const text = body.toString();
    if (text === '') done(null, undefined);
    else void parse(request, text, (error, value) => (error ? done(new AppError('broken_json', { cause: error })) : done(null, value)));
  });
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else done(new AppError('unsupported_media_type'));
  });
}

const TOO_LARGE = new Set(['HPE_HEADER_OVERFLOW', 'HPE_CHUNK_EXTENSIONS_OVERFLOW']);

/** Refuses invalid HTTP before any router, with a code of the catalogue, and closes the connection. */
export function refuseBrokenRequest(error: Error, socket: Socket): void {
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const isTooLarge = TOO_LARGE.has(code);
  const body = JSON.stringify(errorBody(new AppError(isTooLarge ? 'too_large' : 'invalid_input')));
  const status = isTooLarge ? '431 Request Header Fields Too Large' : '400 Bad Request';
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** Never an id from the caller: two requests with one id could not be told apart in the log. */
export const nameRequest = (): string => randomUUID();

/** Adds the request's id in the log to answers that are not cached. */
export function registerRequestId(http: FastifyInstance): void {
  http.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
}

/** Enough for hundreds of browsers with six connections each. */
const CONNECTIONS_PER_ADDRESS = 2_000;

/** Limits the open connections per address. Behind a proxy all of them are the proxy's, which must limit them itself. */
export function limitConnections(server: Server, { rateLimitScale, trustProxy }: Pick<Env, 'rateLimitScale' | 'trustProxy'>): void {
  if (trustProxy !== undefined && trustProxy !== 0) return;
  const most = Math.max(1, Math.round(CONNECTIONS_PER_ADDRESS * rateLimitScale));
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const key = addressKey(socket.remoteAddress ?? '');
    const count = (open.get(key) ?? 0) + 1;
    if (count > most) return void socket.destroy();
    open.set(key, count);
    socket.once('close', () => {
      const left = (open.get(key) ?? 1) - 1;
      if (left === 0) open.delete(key);
      else open.set(key, left);
    });
  });
}

/**
 * Node accepts one connection per listening socket and turn of its event loop. In a rush a turn takes many milliseconds, and new
 * connections would wait for seconds, so several sockets listen at one port.
 */
const LISTENERS = 8;
const SWEEP_MS = 100;
/** A connection that has sent nothing for so long when the server closes sends nothing any more. */
const SILENT_MS = 1_000;

/**
 * Ends connections without a request or an answer under way while the server closes, so that they do not delay it. Node ends idle ones once
 * only, and never those that have sent nothing yet, which browsers open in advance.
 */
export function endIdleConnections(http: FastifyInstance): void {
  const { server } = http;
  /** `running`: requests whose answer has not left; undefined before the first. */
  const open = new Map<Socket, { since: number; running?: number }>();
  const isIdle = (socket: Socket, { since, running }: { since: number; running?: number }): boolean =>
    running === undefined ? socket.bytesRead === 0 && performance.now() - since >= SILENT_MS : running === 0 && socket.writableLength === 0;
  server.on('connection', (socket: Socket) => {
    open.set(socket, { since: performance.now() });
    socket.once('close', () => open.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    const connection = open.get(socket);
    if (!connection) return;
    connection.running = (connection.running ?? 0) + 1;
    response.once('close', () => void (connection.running = (connection.running ?? 1) - 1));
  });
  http.addHook('preClose', (done) => {
    const sweep = setInterval(() => {
      for (const [socket, connection] of open) if (isIdle(socket, connection)) socket.destroy();
      if (!server.listening && open.size === 0) clearInterval(sweep);
    }, SWEEP_MS).unref();
    done();
  });
}

/** Listens at the port, with several sockets if the system supports it (Linux). Returns the function that closes the additional ones. */
export async function openListeners(http: FastifyInstance, { port, host }: { port: number; host: string }): Promise<() => Promise<void>> {
  const reusePort = process.platform === 'linux';
  // Fastify passes its options to Node; its types lack this one.
  const options = { port, host, reusePort };
  await http.listen(options);
  const address = http.server.address();
  if (!reusePort || address === null || typeof address !== 'object') return async () => undefined;
  const others = Array.from({ length: LISTENERS - 1 }, () => openBeside(http));
  for (const other of others) other.listen({ port: address.port, host, reusePort });
  await Promise.all(others.map((other) => once(other, 'listening')));
  return async () => void (await Promise.all(others.map(close)));
}

/** Opens a socket whose connections the server handles; it has the options of Node's own HTTP server. */
const openBeside = ({ server }: FastifyInstance): NetServer =>
  createServer({ allowHalfOpen: true, noDelay: true }, (socket) => void server.emit('connection', socket));

const close = (server: NetServer): Promise<void> => new Promise((resolve) => void server.close(() => resolve()));
