import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Outages } from '#server/platform/alerts/outages.ts';
import { safeEqual } from '#server/platform/config/secrets.ts';
import type { Deps } from '#server/platform/context.ts';
import type { Database } from '#server/platform/db/client.ts';
import { canWrite } from '#server/platform/db/write-probe.ts';
import { VERSION } from '#server/platform/version.ts';
import type { CallLimits } from './call-limits.ts';
import { isLocal } from './local.ts';
import { bearerOf } from './request-facts.ts';

/** The timeout for the database: a load balancer sends no visitors here while it waits for the answer. */
const READY_TIMEOUT_MS = 3_000;
/** A successful write check is reused for this long; after a failed one the next call checks again. */
const BELIEVED_MS = 5_000;

export type Readiness = {
  /** Returns true if the database answers, has its tables and can write. Concurrent calls share one check. */
  isReady(): Promise<boolean>;
};

/** Checks the main pool only while no call waits for it: a rush is no outage. */
export function createReadiness({ pool, priorityPool }: Pick<Database, 'pool' | 'priorityPool'>, outages: Outages): Readiness {
  let believedUntil = -Infinity;
  let running: Promise<boolean> | undefined;

  const check = async (): Promise<boolean> => {
    try {
      const main = pool.waitingCount === 0 ? pool.query('select 1') : undefined;
      await Promise.all([main, priorityPool.query('select from drizzle.__drizzle_migrations limit 1')]);
      if (performance.now() < believedUntil) return true;
      believedUntil = -Infinity;
      if (!(await canWrite(priorityPool))) return false;
      believedUntil = performance.now() + BELIEVED_MS;
      return true;
    } catch (error) {
      believedUntil = -Infinity;
      outages.note(error);
      return false;
    }
  };
  const checkOnce = (): Promise<boolean> =>
    (running ??= Promise.race([check(), setTimeout(READY_TIMEOUT_MS, false, { ref: false })]).finally(() => (running = undefined)));
  return { isReady: async () => !outages.isRefusing() && (await checkOnce()) };
}

type Watched = { limits: CallLimits; readiness: Readiness; metrics: { text(): Promise<string> } };

/**
 * `/healthz`: the process answers, with its version. `/readyz`: the database can be used, and the process is not about to stop. `/metrics`:
 * needs the token, or the loopback address if there is no proxy.
 */
export function registerHealth(app: FastifyInstance, { env, draining, stopping }: Deps, { limits, readiness, metrics }: Watched): void {
  app.get('/healthz', async () => ({ status: 'ok', version: VERSION }));

  app.get('/readyz', async (request, reply) => {
    await limits.consumeRead(request.ip);
    if (!draining.aborted && !stopping.aborted && (await readiness.isReady())) return { status: 'ready' };
    return reply.code(503).header('retry-after', 5).send({ status: 'unavailable' });
  });

  app.get('/metrics', async (request, reply) => {
    const hasToken = env.metricsToken !== undefined && safeEqual(bearerOf(request) ?? '', env.metricsToken);
    // Behind a proxy on this machine, every call comes from the loopback address.
    const isScraper = !env.trustProxy && isLocal(request);
    if (!hasToken && !isScraper) return reply.code(404).send({ message: 'Resource not found.', code: 'not_found' });
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics.text());
  });
}
