import { type Context, withTransaction } from '#server/platform/context.ts';
import { postgresCode } from '#server/platform/db/database-failure.ts';
import { type AlertCause, closeAlert, openAlert } from './alerts.queries.ts';

/** Raises an alert in the caller's transaction, for a fault that needs a person. Repeated for the same subject it stays one alert. */
export async function raiseAlert(tx: Context, cause: AlertCause & { detail: string }): Promise<void> {
  await openAlert(tx.db, { ...cause, createdAt: tx.clock.now() });
  tx.log.error({ alert: cause.kind, subject: cause.subject }, cause.detail);
}

/** Ends an alert whose cause is gone. */
export const resolveAlert = (tx: Context, cause: AlertCause): Promise<void> => closeAlert(tx.db, cause, tx.clock.now());

/** disk_full, read_only_sql_transaction */
const REFUSALS = new Set(['53100', '25006']);
const TRY_AGAIN_MS = 2_000;

export type RefusedWrites = {
  /** Notes a failure if it says that the database takes no writes. */
  note(error: unknown): void;
  /** Returns true if the last write was refused. */
  isRefusing(): boolean;
  stop(): void;
};

/**
 * Watches whether the database refuses writes, as on a full disk, and raises an alert once it accepts them again: before that, none can be
 * stored.
 */
export function watchRefusedWrites(ctx: Context): RefusedWrites {
  let code: string | undefined;
  let timer: NodeJS.Timeout | undefined;

  const tryAgain = async (): Promise<void> => {
    const detail = `The database refused to write (${code}).`;
    try {
      await withTransaction(ctx, (tx) => raiseAlert(tx, { kind: 'database_refused_writes', subject: 'database', detail }));
      code = undefined;
    } catch {
      timer = setTimeout(() => void tryAgain(), TRY_AGAIN_MS).unref();
    }
  };

  return {
    note(error) {
      const found = postgresCode(error);
      if (code !== undefined || found === undefined || !REFUSALS.has(found)) return;
      code = found;
      ctx.log.error({ code }, 'the database refuses to write');
      void tryAgain();
    },
    isRefusing: () => code !== undefined,
    stop: () => clearTimeout(timer),
  };
}
