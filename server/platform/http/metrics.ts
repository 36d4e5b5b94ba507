import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database, Db } from '#server/platform/db/client.ts';
import { VERSION } from '#server/platform/version.ts';
import type { Readiness } from './health.ts';
import { mergeReports, shareMetrics } from './sibling-metrics.ts';

/** Upper bounds in seconds; the last bucket is unlimited. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const NANOSECONDS = 1e9;

type Series = { count: number; seconds: number; buckets: number[] };
type RequestClass = 'kept' | 'page' | 'api_read' | 'api_write' | 'staff' | 'door' | 'other';

type Metrics = {
  /** Counts a request that was answered from the cache, before any router. */
  countKept(): void;
  /** All metrics in Prometheus' text format. */
  text(): Promise<string>;
};

type Parts = {
  database: Database;
  readiness: Readiness;
  /** Returns more metric lines of this process. */
  own: () => string[];
  /** Each returns metric lines from the database. */
  sources: readonly ((db: Db) => Promise<string[]>)[];
};

/** Few classes instead of addresses: requests of anonymous clients must not create an unlimited number of series. */
function classOf({ method, routeOptions }: FastifyRequest): RequestClass {
  const url = (routeOptions.url ?? '').toLowerCase();
  if (url === '/*') return 'page';
  if (url.startsWith('/api/staff')) return 'staff';
  if (url.startsWith('/api/qrcode')) return 'door';
  if (url.startsWith('/api/')) return method === 'GET' || method === 'HEAD' ? 'api_read' : 'api_write';
  return 'other';
}

/** Counts the answers of this process from now on; `text` contains those of all processes. */
export function createMetrics(http: FastifyInstance, { database, readiness, own: ownOfSite, sources }: Parts): Metrics {
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
  // A hijacked answer passes no hook of the router when it is sent.
  http.addHook('onRequest', async (request, reply) => {
    const begun = performance.now();
    reply.raw.once('close', () =>
      record(`class="${classOf(request)}",status="${reply.raw.statusCode}"`, (performance.now() - begun) / 1000),
    );
  });

  const own = (): string[] => {
    const lines = [
      ...processLines(),
      ...delayLines(delay.mean, delay.percentile(99), delay.max),
      ...poolLines(database),
      ...requestLines(requests),
      ...metric('http_requests_from_memory_total', 'counter', [['', kept]]),
      ...ownOfSite(),
    ];
    delay.reset();
    return lines;
  };
  const shared = shareMetrics(own);
  http.addHook('onClose', async () => shared.stop());

  return {
    countKept: () => void (kept += 1),
    text: async () => {
      const isReady = await readiness.isReady();
      const stored = isReady ? await readAll(sources, database.priority) : undefined;
      const lines = [
        ...mergeReports(await shared.collect()),
        ...metric('database_answers', 'gauge', [['', stored ? 1 : 0]]),
        ...metric('database_writable', 'gauge', [['', isReady ? 1 : 0]]),
        ...(stored ?? []),
      ];
      return `${lines.join('\n')}\n`;
    },
  };
}

/** Undefined while the database does not answer. */
async function readAll(sources: Parts['sources'], db: Db): Promise<string[] | undefined> {
  const read = await Promise.all(sources.map((source) => source(db))).catch(() => undefined);
  return read?.flat();
}

export type Sample = readonly [labels: string, value: number];
export const metric = (name: string, type: 'gauge' | 'counter', samples: readonly Sample[]): string[] => [
  `# TYPE ${name} ${type}`,
  ...samples.map(([labels, value]) => `${name}${labels === '' ? '' : `{${labels}}`} ${value}`),
];

const processLines = (): string[] => [
  ...metric('rkali_info', 'gauge', [[`version="${VERSION}"`, 1]]),
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

const poolLines = ({ pool, priorityPool }: Database): string[] =>
  metric('database_connections', 'gauge', [...poolSamples('main', pool), ...poolSamples('priority', priorityPool)]);

const poolSamples = (name: string, { totalCount, idleCount, waitingCount }: Database['pool']): Sample[] => [
  [`pool="${name}",state="open"`, totalCount],
  [`pool="${name}",state="idle"`, idleCount],
  [`pool="${name}",state="waited_for"`, waitingCount],
];

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
