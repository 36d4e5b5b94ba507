import type { Server } from 'node:http';
import type { Env } from '#server/platform/config/env.ts';
import { addressKey } from '#server/platform/limits/address-key.ts';

/** Hundreds of browsers with six connections each. */
const CONNECTIONS_PER_ADDRESS = 2_000;

/** Hangs up on whoever opens connections without end. Behind a proxy all of them are the proxy's, and it is the one to count. */
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
