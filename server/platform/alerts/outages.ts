import { setTimeout as sleep } from 'node:timers/promises';
import { type Context, withTransaction } from '#server/platform/context.ts';
import { isDatabaseAway, postgresCode } from '#server/platform/db/database-failure.ts';
import { canWrite } from '#server/platform/db/write-probe.ts';
import { DAY_MS, HOUR_MS } from '#shared/durations.ts';
import { raiseAlert } from './alerts.service.ts';
import { type Outage, reportDirectly } from './direct-message.ts';
import { refusedWrites } from './watch-writes.jobs.ts';

/** disk_full, read_only_sql_transaction, io_error */
const REFUSALS = new Set(['53100', '25006', '58030']);
const TRY_AGAIN_MS = 2_000;
/** A shorter outage, such as a restart, is not reported. */
const SHORT_MS = 20_000;
/** When outages of one kind repeat, only one in this time is reported, with its end. */
const NEXT_REPORT_MS = HOUR_MS;

/** When short outages repeat, such as statements that take too long, only one in this time is logged. */
const NEXT_LINE_MS = 1_000;

export type Outages = {
  /** Records a failure if it means that the database is away or refuses writes. An outage is logged when it begins and when it ends. */
  note(error: unknown): void;
  /** Returns true if the last write was refused. */
  isRefusing(): boolean;
  stop(): void;
};

/**
 * Watches a database that does not answer, or refuses writes as on a full disk, until it can be used again. No alert or mail can be stored
 * until then, so a long outage is reported directly; refused writes raise an alert afterwards, too.
 */
export function watchOutages(ctx: Context): Outages {
  const stopped = new AbortController();
  const mayReport = createReportLimit(ctx);
  let refusal: string | undefined;
  let isWatching = false;
  let refusedCalls = 0;
  let loggedAt = -Infinity;

  /** Never rejects; resolves when the outage is over or the process stops. */
  async function watch(error: unknown): Promise<void> {
    isWatching = true;
    const begunAt = performance.now();
    const isLogged = begunAt - loggedAt >= NEXT_LINE_MS;
    if (isLogged) {
      loggedAt = begunAt;
      refusedCalls = 0;
      ctx.log.warn({ err: error }, 'the database is away');
    }
    try {
      await untilOver();
      if (isLogged) ctx.log.warn({ seconds: secondsSince(begunAt), refusedCalls }, 'the database answers again');
    } catch {
      // The process stops.
    } finally {
      isWatching = false;
      refusal = undefined;
    }
  }

  async function untilOver(): Promise<void> {
    const since = ctx.clock.now();
    const begunAt = performance.now();
    let reported: { kind: Outage['kind']; at: number } | undefined;
    while (!(await isOver(ctx, () => refusal))) {
      const now = performance.now();
      const kind = reported?.kind ?? (refusal === undefined ? 'database_away' : refusedWrites.kind);
      if (reported ? now - reported.at >= DAY_MS : now - begunAt >= SHORT_MS && mayReport(kind)) {
        reportDirectly(ctx, { kind, event: reported ? 'lasting' : 'opened', since });
        reported = { kind, at: now };
      }
      await sleep(TRY_AGAIN_MS, undefined, { ref: false, signal: stopped.signal });
    }
    if (reported) reportDirectly(ctx, { kind: reported.kind, event: 'ended', since });
  }

  return {
    note(error) {
      const code = refusalOf(error);
      if (code !== undefined && refusal === undefined) {
        refusal = code;
        ctx.log.error({ code }, 'the database refuses to write');
      }
      if (code === undefined && !isDatabaseAway(error)) return;
      if (!isWatching) void watch(error);
      refusedCalls += 1;
    },
    isRefusing: () => refusal !== undefined,
    stop: () => stopped.abort(),
  };
}

const secondsSince = (begunAt: number): number => Math.round((performance.now() - begunAt) / 1_000);

function refusalOf(error: unknown): string | undefined {
  const code = postgresCode(error);
  return code !== undefined && REFUSALS.has(code) ? code : undefined;
}

/** Returns true if the database can be written to; writes that it refused before, with the code `refusal`, raise an alert now. */
async function isOver(ctx: Context, refusal: () => string | undefined): Promise<boolean> {
  try {
    if (!(await canWrite(ctx.database.priorityPool))) return false;
    const code = refusal();
    if (code !== undefined) {
      const detail = `The database refused to write (${code}).`;
      await withTransaction(ctx, (tx) => raiseAlert(tx, { ...refusedWrites, detail }));
    }
    return true;
  } catch {
    return false;
  }
}

/** Returns a function that returns true if the last report of a kind is long enough ago, and then records this one. */
function createReportLimit({ clock }: Context): (kind: Outage['kind']) => boolean {
  const reported = new Map<Outage['kind'], number>();
  return (kind) => {
    const now = clock.now().getTime();
    if (now - (reported.get(kind) ?? -Infinity) < NEXT_REPORT_MS) return false;
    reported.set(kind, now);
    return true;
  };
}
