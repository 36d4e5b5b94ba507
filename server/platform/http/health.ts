import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { sql } from 'drizzle-orm';
import type { RefusedWrites } from '#server/platform/alerts/alerts.service.ts';
import type { Deps } from '#server/platform/context.ts';
import type { Database } from '#server/platform/db/client.ts';
import { safeEqual } from '#server/platform/config/secrets.ts';
import { bearerOf } from './request-facts.ts';
import type { CallLimits } from './call-limits.ts';
import { isLocal } from './local.ts';
import type { Metrics } from './metrics.ts';

/** The timeout for the database: a balancer sends no visitors here while it waits for the answer. */
const READY_TIMEOUT_MS = 3_000;

type Watched = { limits: CallLimits; writes: Pick<RefusedWrites, 'isRefusing'>; metrics: Metrics };

/** Returns true if both pools answer, the tables exist, and the database accepts writes. */
async function canServe({ db, priority }: Database): Promise<boolean> {
  try {
    const [{ rows }] = await Promise.all([
      db.execute<{ readonly: string }>(
        sql`select current_setting('transaction_read_only') as readonly from drizzle.__drizzle_migrations limit 1`,
      ),
      priority.execute(sql`select 1`),
    ]);
    return rows[0]?.readonly === 'off';
  } catch {
    return false;
  }
}

/**
 * `/healthz`: the process answers. `/readyz`: the database answers, its tables exist, and the process is not stopping. `/metrics`: the
 * token, or loopback if there is no proxy.
 */
export function registerHealth(app: FastifyInstance, { database, env, stopping }: Deps, { limits, writes, metrics }: Watched): void {
  app.get('/healthz', async () => ({ status: 'ok' }));

  app.get('/readyz', async (request, reply) => {
    await limits.takeRead(request.ip);
    const isReady =
      !stopping.aborted &&
      !writes.isRefusing() &&
      (await Promise.race([canServe(database), setTimeout(READY_TIMEOUT_MS, false, { ref: false })]));
    if (isReady) return { status: 'ready' };
    return reply.code(503).header('retry-after', 5).send({ status: 'unavailable' });
  });

  app.get('/metrics', async (request, reply) => {
    const hasToken = env.metricsToken !== undefined && safeEqual(bearerOf(request) ?? '', env.metricsToken);
    // A proxy on this machine may pass a call on as its own.
    const isScraper = !env.trustProxy && isLocal(request);
    if (!hasToken && !isScraper) return reply.code(404).send({ message: 'Resource not found.', code: 'not_found' });
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics.text(database));
  });
}
