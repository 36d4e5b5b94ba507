import autocannon from 'autocannon';

export type Load = {
  url: string;
  connections?: number;
  seconds?: number;
  /** Send exactly this many instead of running for a time. */
  amount?: number;
  headers?: Record<string, string>;
  /** The next request, for calls that must differ. */
  next?: () => { method?: string; path: string; headers?: Record<string, string>; body?: string };
};
export type Outcome = { perSecond: number; accepted: number; refused: number; broken: number; p50: number; p99: number };

const CONNECTIONS = 50;
const SECONDS = 3;

/** Loads an address of this machine and says how many answers of the 2xx kind came per second. */
export async function measure({ url, connections = CONNECTIONS, seconds = SECONDS, amount, headers, next }: Load): Promise<Outcome> {
  const result = await autocannon({
    url,
    connections,
    ...(amount === undefined ? { duration: seconds } : { amount }),
    ...(headers ? { headers } : {}),
    ...(next ? { requests: [{ setupRequest: (request) => ({ ...request, ...next() }) }] } : {}),
  });
  return {
    perSecond: result['2xx'] / result.duration,
    accepted: result['2xx'],
    refused: result.non2xx - result['5xx'],
    broken: result['5xx'] + result.errors,
    p50: result.latency.p50,
    p99: result.latency.p99,
  };
}

export const median = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};
