import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RefusedWrites } from '#server/platform/alerts/alerts.service.ts';
import { safeEqual } from '#server/platform/config/secrets.ts';
import type { Deps } from '#server/platform/context.ts';
import type { Database, Db } from '#server/platform/db/client.ts';
import type { CallLimits } from './call-limits.ts';
import { isLocal } from './local.ts';
import { bearerOf } from './request-facts.ts';

/** Upper bounds in seconds; the last bucket is unlimited. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const NANOSECONDS = 1e9;

type Series = { count: number; seconds: number; buckets: number[] };
type RequestClass = 'kept' | 'page' | 'api_read' | 'api_write' | 'staff' | 'door' | 'other';

type Metrics = {
  /** Counts a request that was answered from the cache, before any router. */
  countKept(): void;
  /** All metrics in Prometheus' text format. */
  text(database: Database): Promise<string>;
};

/** Few classes instead of addresses: requests of anonymous clients must not create unlimited series. */
function classOf({ method, routeOptions }: FastifyRequest): RequestClass {
  const url = (routeOptions.url ?? '').toLowerCase();
  if (url === '/*') return 'page';
  if (url.startsWith('/api/staff')) return 'staff';
  if (url.startsWith('/api/qrcode')) return 'door';
  if (url.startsWith('/api/')) return method === 'GET' || method === 'HEAD' ? 'api_read' : 'api_write';
  return 'other';
}

/** Counts the answers of this process from now on. `findWork` returns the open work as lines. */
export function createMetrics(http: FastifyInstance, findWork: (db: Db) => Promise<string[]>): Metrics {
  const requests = new Map<string, Series>();
  let kept = 0;
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  http.addHook('onClose', async () => void delay.disable());

  const record = (labels: string, seconds: number): void => {
    const series = requests.get(labels) ?? { count: 0, seconds: 0, buckets: BUCKETS.map(() => 0) };
    requests.set(labels, series);
    series.count += 1;
    series.seconds += seconds;
    for (const [index, most] of BUCKETS.entries()) if (seconds <= most) series.buckets[index] = (series.buckets[index] ?? 0) + 1;
  };
  // A hijacked answer reaches no hook of the router on its way out.
  http.addHook('onRequest', async (request, reply) => {
    const begun = performance.now();
    reply.raw.once('close', () =>
      record(`class="${classOf(request)}",status="${reply.raw.statusCode}"`, (performance.now() - begun) / 1000),
    );
  });

  return {
    countKept: () => void (kept += 1),
    text: async (database) => {
      const work = await findWork(database.priority).catch(() => undefined);
      const lines = [
        ...processLines(),
        ...delayLines(delay.mean, delay.percentile(99), delay.max),
        ...poolLines(database.pool),
        ...requestLines(requests),
        ...metric('http_requests_from_memory_total', 'counter', [['', kept]]),
        ...metric('database_answers', 'gauge', [['', work ? 1 : 0]]),
        ...(work ?? []),
      ];
      delay.reset();
      return `${lines.join('\n')}\n`;
    },
  };
}

export type Sample = readonly [labels: string, value: number];
export const metric = (name: string, type: 'gauge' | 'counter', samples: readonly Sample[]): string[] => [
  `# TYPE ${name} ${type}`,
  ...samples.map(([labels, value]) => `${name}${labels === '' ? '' : `{${labels}}`} ${value}`),
];

const processLines = (): string[] => [
  ...metric('process_resident_memory_bytes', 'gauge', [['', process.memoryUsage.rss()]]),
  ...metric('process_uptime_seconds', 'gauge', [['', Math.round(process.uptime() * 10) / 10]]),
];

const seconds = (nanoseconds: number): number => (Number.isFinite(nanoseconds) ? nanoseconds / NANOSECONDS : 0);

const delayLines = (mean: number, p99: number, max: number): string[] =>
  metric('event_loop_delay_seconds', 'gauge', [
    ['value="mean"', seconds(mean)],
    ['value="p99"', seconds(p99)],
    ['value="max"', seconds(max)],
  ]);

const poolLines = ({ totalCount, idleCount, waitingCount }: Database['pool']): string[] =>
  metric('database_connections', 'gauge', [
    ['state="open"', totalCount],
    ['state="idle"', idleCount],
    ['state="waited_for"', waitingCount],
  ]);

function requestLines(requests: Map<string, Series>): string[] {
  const lines = ['# TYPE http_request_duration_seconds histogram'];
  for (const [labels, { count, seconds: sum, buckets }] of requests) {
    for (const [index, most] of BUCKETS.entries())
      lines.push(`http_request_duration_seconds_bucket{${labels},le="${most}"} ${buckets[index] ?? 0}`);
    lines.push(
      `http_request_duration_seconds_bucket{${labels},le="+Inf"} ${count}`,
      `http_request_duration_seconds_sum{${labels}} ${sum.toFixed(6)}`,
      `http_request_duration_seconds_count{${labels}} ${count}`,
    );
  }
  return lines;
}

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
