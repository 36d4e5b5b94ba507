import type { FastifyRequest } from 'fastify';

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
/** A proxy on this machine also comes from the loopback, but says for whom. */
const PROXY_HEADERS = ['x-forwarded-for', 'x-real-ip', 'forwarded'];

/** Whether somebody at this very machine asks. */
export const isLocal = ({ socket, headers }: FastifyRequest): boolean =>
  loopback.has(socket.remoteAddress ?? '') && PROXY_HEADERS.every((name) => !(name in headers));
