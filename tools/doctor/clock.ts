import { SECOND_MS } from '#shared/durations.ts';
import { fault, type Finding, leftOut, reasonOf, well } from './finding.ts';
import { CALL_TIMEOUT_MS, type Site } from './site.ts';

const CHECK = 'clock';
/** Authenticator codes and signed calls of door phones tolerate half a minute. */
const MOST_MS = 20 * SECOND_MS;
const CORRECTION = 'let the system set its time: timedatectl set-ntp true';

/** Compares this machine's clock with the database's and with a web server's elsewhere. */
export async function checkClock(site: Site): Promise<Finding[]> {
  const found = (await Promise.all([compareDatabase(site), compareElsewhere(site)])).flat();
  const faults = found.filter(({ state }) => state === 'fault');
  return faults.length > 0 ? faults : found;
}

async function compareDatabase({ ctx }: Site): Promise<Finding[]> {
  if (!ctx) return [];
  const offMs = await offsetOf(async () => {
    const { rows } = await ctx.database.pool.query<{ now: Date }>('select clock_timestamp() as now');
    return rows[0]?.now.getTime() ?? 0;
  });
  return [judge(offMs, "the database's")];
}

async function compareElsewhere({ options }: Site): Promise<Finding[]> {
  if (options.clockUrl === '') return [leftOut(CHECK, 'no other clock was read (--clock)')];
  const { host } = new URL(options.clockUrl);
  try {
    return [judge(await offsetOf(() => readClock(options.clockUrl)), `that of ${host}`)];
  } catch (error) {
    return [fault(CHECK, `${host} could not be read: ${reasonOf(error)}`, 'let this machine reach it, or name another: --clock https://…')];
  }
}

/** Returns the `Date` of a web server's answer, to the second. */
async function readClock(url: string): Promise<number> {
  const response = await fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(CALL_TIMEOUT_MS) });
  const date = Date.parse(response.headers.get('date') ?? '');
  if (Number.isNaN(date)) throw new Error('its answer has no date');
  // The header has whole seconds: on average it is half a second old.
  return date + SECOND_MS / 2;
}

/** Returns how far this machine's clock is ahead in milliseconds, measured against the middle of the call. */
async function offsetOf(read: () => Promise<number>): Promise<number> {
  const before = Date.now();
  const other = await read();
  return (before + Date.now()) / 2 - other;
}

function judge(offMs: number, whose: string): Finding {
  const seconds = Math.abs(Math.round(offMs / SECOND_MS));
  if (Math.abs(offMs) <= MOST_MS) return well(CHECK, `is right, compared with ${whose}`);
  return fault(CHECK, `is ${seconds} seconds ${offMs > 0 ? 'ahead of' : 'behind'} ${whose}`, CORRECTION);
}
