/** The part of autocannon we use; it ships no declarations of its own. */
declare module 'autocannon' {
  type Request = { method?: string; path?: string; headers?: Record<string, string>; body?: string };
  type Options = {
    url: string;
    connections: number;
    duration?: number;
    amount?: number;
    headers?: Record<string, string>;
    requests?: { setupRequest(request: Request): Request }[];
  };
  type Result = {
    requests: { total: number };
    latency: { p50: number; p99: number };
    duration: number;
    '2xx': number;
    non2xx: number;
    '5xx': number;
    errors: number;
  };
  export default function autocannon(options: Options): Promise<Result>;
}
