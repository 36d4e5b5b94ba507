import { createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { safeEqual } from '#server/platform/config/secrets.ts';
import type { Deps, Keys } from '#server/platform/context.ts';
import { HOUR_MS } from '#shared/durations.ts';
import { bearerOf } from './request-facts.ts';

export const SEEN_PATH = '/doctor/seen';
export const STREAM_PATH = '/doctor/stream';
/** The pause between the two events of the stream, by which the doctor detects a proxy that buffers. */
export const STREAM_PAUSE_MS = 800;

/** How the server saw a call that came through the web server in front. */
export type Seen = {
  /** The address that counts as the caller's. */
  address: string;
  /** The peer of the connection: the last proxy, or the caller. */
  connection: string;
  /** The list of `X-Forwarded-For`, as it arrived. */
  forwardedFor: string[];
};

/** A bearer token of the doctor, valid in its hour and the adjacent ones, as clocks may differ. */
export const doctorToken = ({ doctor }: Pick<Keys, 'doctor'>, now: Date, hours = 0): string =>
  createHmac('sha256', doctor)
    .update(String(Math.floor(now.getTime() / HOUR_MS) + hours))
    .digest('base64url');

/** Two calls for `npm run doctor`, which makes them through the public address: how a call arrives, and whether a stream is buffered. */
export function doctorRoutes(http: FastifyInstance, { keys, clock }: Deps): void {
  const isDoctor = (request: FastifyRequest): boolean =>
    [-1, 0, 1].some((hours) => safeEqual(bearerOf(request) ?? '', doctorToken(keys, clock.now(), hours)));
  const refuse = (reply: FastifyReply) => reply.code(404).send({ message: 'Resource not found.', code: 'not_found' });

  http.get(SEEN_PATH, async (request, reply) => {
    if (!isDoctor(request)) return refuse(reply);
    const header = request.headers['x-forwarded-for'] ?? '';
    const forwardedFor = String(header)
      .split(',')
      .map((address) => address.trim())
      .filter((address) => address !== '');
    const seen: Seen = { address: request.ip, connection: request.socket.remoteAddress ?? '', forwardedFor };
    return reply.header('cache-control', 'no-store').send(seen);
  });

  http.get(STREAM_PATH, async (request, reply) => {
    if (!isDoctor(request)) return refuse(reply);
    // With the headers of the back office's own stream (server/door/door.api.ts).
    reply.header('content-type', 'text/event-stream; charset=utf-8').header('x-accel-buffering', 'no').header('cache-control', 'no-store');
    return reply.send(Readable.from(twoEvents()));
  });
}

async function* twoEvents(): AsyncGenerator<string> {
  yield 'data: 1\n\n';
  await sleep(STREAM_PAUSE_MS);
  yield 'data: 2\n\n';
}
