import { Agent, request } from 'node:http';
import { createWholeApi } from '#shared/staff-api.ts';
import { percentile } from '../statistics.ts';
import { listCalls } from './list-calls.ts';
import type { Places } from './places.ts';

export type ListTimes = { name: string; p50: number; p95: number };

const WARMING = 7;
const TIMES = 40;
/** A list that takes seconds is measured only a few times. */
const LONGEST_MS = 4_000;

/** How long each list of the console takes over HTTP, one after the other, in milliseconds; of files, until their first bytes. */
export async function measureLists(origin: string, token: string, places: Places): Promise<ListTimes[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let spent = 0;
  const api = createWholeApi(async ({ method, url, body }) => {
    const sent = body === undefined ? '' : JSON.stringify(body);
    const headers = { authorization: `Bearer ${token}`, ...(sent && { 'content-type': 'application/json' }) };
    const startedAt = performance.now();
    const status = await untilAnswered(`${origin}${url}`, { method, agent, headers }, sent);
    spent = performance.now() - startedAt;
    if (status !== 200) throw new Error(`${url} answered ${status}`);
    return { status, body: undefined };
  });
  const measured: ListTimes[] = [];
  for (const { name, ask } of listCalls(places)) {
    const times: number[] = [];
    const endsAt = performance.now() + LONGEST_MS;
    for (let time = 0; time < WARMING + TIMES; time += 1) {
      await ask(api);
      if (time >= WARMING) times.push(spent);
      else if (performance.now() > endsAt) time = WARMING - 1;
      if (times.length > 0 && performance.now() > endsAt) break;
    }
    measured.push({ name, p50: percentile(times, 0.5), p95: percentile(times, 0.95) });
  }
  agent.destroy();
  return measured;
}

type Options = { method: string; agent: Agent; headers: Record<string, string> };

/** Waits for the answer, or the first bytes of a file. */
function untilAnswered(url: string, options: Options, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const clientRequest = request(url, options, (response) => {
      const isFile = response.headers['content-type']?.startsWith('text/csv') === true;
      const answered = () => resolve(response.statusCode ?? 0);
      if (isFile) response.once('data', () => response.destroy()).once('close', answered);
      else response.once('end', answered).resume();
      response.once('error', reject);
    });
    clientRequest.once('error', reject);
    clientRequest.end(body);
  });
}
