import { findOpenAlerts } from '#server/platform/alerts/alerts.queries.ts';
import { findOpenWork } from '#server/office/reports/open-work.queries.ts';
import { isUnencryptedConnection } from '#server/platform/db/client.ts';
import { readMigrationState, type MigrationState } from '#server/platform/db/migrate.ts';
import { hasSeparateRights } from '#server/platform/db/rights.ts';
import { canWrite } from '#server/platform/db/write-probe.ts';
import { failureText } from '#server/platform/log.ts';
import { MINUTE_MS } from '#shared/durations.ts';
import { fault, type Finding, well } from './finding.ts';
import type { Site } from './site.ts';

const CHECK = 'database';
/** A job that is due for longer is done by nobody. */
const LATE_SECONDS = (10 * MINUTE_MS) / 1000;
const IN_THE_CONSOLE = 'see the top of Orders in the console';

const states: Record<MigrationState, Finding> = {
  current: well(CHECK, 'answers, can write, and has the tables of this version'),
  empty: fault(CHECK, 'has no tables', 'start the site once, or look at DATA_DIR and DATABASE_URL'),
  older: fault(CHECK, 'has the tables of an earlier version', 'restart the site: the start migrates them'),
  newer: fault(CHECK, 'was changed by a newer version', 'start that version, or bring back the backup from before it'),
};

const unopened: Record<NonNullable<Site['closed']>, Finding> = {
  open: fault(
    CHECK,
    'lets everybody in who reaches its socket, as in versions before',
    'start the site once: it gives the database its passwords',
  ),
  locked: fault(
    CHECK,
    'has lost its passwords (postgres-passwords in DATA_DIR)',
    'bring the file back, or see docs/operations.md, Database users',
  ),
};

/** The database answers, takes writes and has this version's tables. */
export async function checkDatabase({ ctx, env, closed }: Site): Promise<Finding[]> {
  if (closed) return [unopened[closed]];
  if (!ctx) return [fault(CHECK, 'does not answer', env.databaseUrl ? 'see DATABASE_URL and its server' : 'see DATA_DIR/postgres.log')];
  const { pool } = ctx.database;
  const state = await readMigrationState(pool);
  const found = [states[state]];
  const refused = await canWrite(pool).then(
    (can) => (can ? undefined : 'it is read-only'),
    (error: unknown) => failureText(error),
  );
  if (refused !== undefined) found.unshift(fault(CHECK, `cannot write: ${refused}`, 'make room on its disk, or end its read-only mode'));
  if (env.databaseUrl && isUnencryptedConnection(env.databaseUrl))
    found.push(fault(CHECK, 'is on another machine, without TLS', 'add sslmode=verify-full to DATABASE_URL'));
  if (state === 'current' && !(await hasSeparateRights(pool)))
    found.push(fault(CHECK, 'lets the server change what is append-only', 'give the server a user of its own: see DATABASE_OWNER_URL'));
  const faults = found.filter(({ state }) => state === 'fault');
  return faults.length > 0 ? faults : found;
}

/** Alerts that wait for a person, jobs that nobody does, and Owners who would hear of it. */
export async function checkWork({ ctx, env }: Site): Promise<Finding[]> {
  if (!ctx || (await readMigrationState(ctx.database.pool)) !== 'current') return [];
  const [alerts, work, owners] = [await findOpenAlerts(ctx.db), await findOpenWork(ctx.db), await ctx.findOwnerMailboxes(ctx.db)];
  const found = alerts.map(({ kind, detail }) => fault('alerts', `${kind}: ${detail}`, IN_THE_CONSOLE));
  if (work.oldestJobSeconds > LATE_SECONDS)
    found.push(
      fault('jobs', `the first of ${work.jobsDue} has been due for ${Math.round(work.oldestJobSeconds / 60)} minutes`, 'start the site'),
    );
  if (owners.length === 0 && env.isProduction)
    found.push(fault('owners', 'no Owner has proved the address', 'prove yours in the profile, then npm run make-admin -- your@mail'));
  return found.length > 0 ? found : [well('work', 'no alert is open and no job is late')];
}
