import type { Pool } from 'pg';
import { hasOwner } from '#server/accounts/roles.queries.ts';
import type { Context } from '#server/platform/context.ts';
import { findOpenAlerts } from '#server/platform/alerts/alerts.queries.ts';
import { findOpenWork } from '#server/backoffice/reports/open-work.queries.ts';
import { isUnencryptedConnection } from '#server/platform/db/client.ts';
import { fitsTables } from '#server/platform/db/fitting-versions.ts';
import { readMigrationState, type MigrationState } from '#server/platform/db/migrate.ts';
import { hasSeparateRights } from '#server/platform/db/rights.ts';
import { canWrite } from '#server/platform/db/write-probe.ts';
import { failureText } from '#server/platform/log.ts';
import { MINUTE_MS } from '#shared/durations.ts';
import { fault, type Finding, well } from './finding.ts';
import { rehearsalOr } from './rehearsal.ts';
import type { Site } from './site.ts';

const CHECK = 'database';
/** A job that is overdue for longer has no worker. */
const LATE_SECONDS = (10 * MINUTE_MS) / 1000;
const IN_THE_CONSOLE = 'see the top of Orders in the console';

const states: Record<MigrationState, Finding> = {
  current: well(CHECK, 'answers, can write, and has the tables of this version'),
  empty: fault(CHECK, 'has no tables', 'start the site once, or check DATA_DIR and DATABASE_URL'),
  'too-old': fault(CHECK, 'is of a version that this one cannot bring over', 'start commit 7349505b with it once, then this one'),
  'before-baseline': fault(CHECK, 'has the tables of a version before 1.0', 'restart the site: the start gives them their present names'),
  older: fault(CHECK, 'has the tables of an earlier version', 'restart the site: the start migrates them'),
  newer: fault(CHECK, 'was changed by a newer version', 'start that version, or bring back the backup from before it'),
};

/** Another machine was updated first; a backup would lose what was sold since. */
const fitting = fault(CHECK, 'has the tables of a newer version, with which this one works', 'run npm run update');

const unopened: Record<NonNullable<Site['closed']>, Finding> = {
  open: fault(
    CHECK,
    'admits anyone who reaches its socket, as earlier versions did',
    'start the site once: it gives the database its passwords',
  ),
  locked: fault(
    CHECK,
    'has lost its passwords (postgres-passwords in DATA_DIR)',
    'bring the file back, or see docs/operations.md, Database users',
  ),
};

/** Checks that the database answers, accepts writes and has the tables of this version. */
export async function checkDatabase({ ctx, env, closed }: Site): Promise<Finding[]> {
  if (closed) return [unopened[closed]];
  if (!ctx) return [fault(CHECK, 'does not answer', env.databaseUrl ? 'see DATABASE_URL and its server' : 'see DATA_DIR/postgres.log')];
  const { pool } = ctx.database;
  const state = await readMigrationState(pool);
  const found = [state === 'newer' && (await fitsTables(pool)) ? fitting : states[state]];
  const refused = await canWrite(pool).then(
    (can) => (can ? undefined : 'it is read-only'),
    (error: unknown) => failureText(error),
  );
  if (refused !== undefined) found.unshift(fault(CHECK, `cannot write: ${refused}`, 'free space on its disk, or end its read-only mode'));
  if (env.databaseUrl && isUnencryptedConnection(env.databaseUrl))
    found.push(fault(CHECK, 'is on another machine, without TLS', 'add sslmode=verify-full to DATABASE_URL'));
  if (state === 'current' && !(await hasSeparateRights(pool)))
    found.push(fault(CHECK, 'lets the server change what is append-only', 'give the server a user of its own: see DATABASE_OWNER_URL'));
  if (state === 'current') found.push(...(await findDisabledTriggers(pool)));
  const faults = found.filter(({ state }) => state === 'fault');
  return faults.length > 0 ? faults : found;
}

/** Triggers refuse changes of append-only rows and keep stock and money consistent; our code leaves none disabled. */
async function findDisabledTriggers(pool: Pool): Promise<Finding[]> {
  const { rows } = await pool.query<{ table: string; name: string }>(
    `select relname as table, tgname as name from pg_trigger join pg_class c on c.oid = tgrelid
     where relnamespace = 'public'::regnamespace and not tgisinternal and tgenabled not in ('O', 'A') order by 1, 2`,
  );
  const [first] = rows;
  if (!first) return [];
  const tables = [...new Set(rows.map(({ table }) => table))];
  const enable = tables.map((table) => `alter table ${table} enable trigger user;`).join(' ');
  return [
    fault(
      CHECK,
      `has ${rows.length} of its triggers switched off, which protect ${tables.join(', ')} (the first: ${first.name})`,
      `switch them on as the owner of the tables: ${enable} Then check who changed what since, and run npm run reconcile`,
    ),
  ];
}

/** Checks for alerts that need a person, jobs without a worker, and Owners who can be told of them. */
export async function checkWork(site: Site): Promise<Finding[]> {
  const { ctx } = site;
  if (!ctx || (await readMigrationState(ctx.database.pool)) !== 'current') return [];
  const [alerts, work] = [await findOpenAlerts(ctx.db), await findOpenWork(ctx.db)];
  const found = alerts.map(({ kind, detail }) => fault('alerts', `${kind}: ${detail}`, IN_THE_CONSOLE));
  if (work.oldestJobSeconds > LATE_SECONDS)
    found.push(
      fault('jobs', `the first of ${work.jobsDue} has been due for ${Math.round(work.oldestJobSeconds / 60)} minutes`, 'start the site'),
    );
  return [...(found.length > 0 ? found : [well('work', 'no alert is open and no job is late')]), ...(await checkOwners(site, ctx))];
}

/** Alerts are mailed only to verified addresses of Owners. */
async function checkOwners(site: Site, ctx: Context): Promise<Finding[]> {
  if (!site.env.isProduction) return [];
  if (!(await hasOwner(ctx.db)))
    return [
      rehearsalOr(site, 'owners', 'the club has no Owner', 'open the link that the start of the site prints: it makes the first one'),
    ];
  if ((await ctx.hooks.findOwnerMailboxes(ctx.db)).length > 0) return [well('owners', 'alerts reach an Owner by email')];
  const text = 'no Owner has verified the email address, so alerts reach nobody by email';
  return [rehearsalOr(site, 'owners', text, 'log in as an Owner, open the profile, and verify it with the emailed code')];
}
