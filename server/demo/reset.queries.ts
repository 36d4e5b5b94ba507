import { sql } from 'drizzle-orm';
import { connectNamed } from '#server/platform/db/lock-wait.ts';
import { userOf } from '#server/platform/db/migrate.ts';
import type { Db } from '#server/platform/db/client.ts';
import type { Env } from '#server/platform/config/env.ts';

/** What belongs to the installation and no visitor writes. */
const KEPT = ['kept_keys', 'fake_bank_keys', 'machines', 'nightly_backups', 'retention_runs'];

/**
 * Empties all tables with the owner's rights, append-only ones too. Ids go on, so that an old link means nobody else, but those of events
 * begin at 1: their posters are made for these.
 */
const RESET = `
  create or replace function reset_public_demo() returns void language plpgsql security definer set search_path = public, pg_temp as $$
  declare one regclass; guarded regclass[]; emptied text;
  begin
    select array_agg(distinct tgrelid::regclass) into guarded from pg_trigger t join pg_class c on c.oid = tgrelid
      where c.relnamespace = 'public'::regnamespace and not tgisinternal and tgtype & 32 <> 0;
    select string_agg(oid::regclass::text, ', ') into emptied from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all('{${KEPT.join()}}');
    foreach one in array guarded loop execute format('alter table %s disable trigger user', one); end loop;
    execute 'truncate ' || emptied;
    foreach one in array guarded loop execute format('alter table %s enable trigger user', one); end loop;
    perform setval(pg_get_serial_sequence('events', 'id'), 1, false);
  end $$;
  revoke all on function reset_public_demo() from public`;

const isPermitted = `select to_regprocedure('reset_public_demo()') is not null as "isPermitted"`;

/**
 * As the owner, before the server opens: a public demo that begins with an empty database may be emptied by the server's user, and no other
 * database. So DEMO=public in the settings of a club, by mistake, loses nothing. Does nothing without an owner's address: then the server's
 * user may create no function, and the demo stays as its visitors leave it.
 */
export async function permitReset(ownerUrl: string, appUrl: string, demo: Env['demo']): Promise<void> {
  const owner = await connectNamed(ownerUrl);
  try {
    const { rows } = await owner.query<{ isPermitted: boolean; isEmpty: boolean; isOwner: boolean }>(
      `${isPermitted}, not exists (select from users) and not exists (select from events) as "isEmpty",
        has_schema_privilege('public', 'create') as "isOwner"`,
    );
    const [state] = rows;
    if (!state?.isOwner) return;
    if (demo !== 'public') {
      if (state.isPermitted) await owner.query('drop function reset_public_demo()');
    } else if (state.isPermitted || state.isEmpty) {
      await owner.query(`${RESET}; grant execute on function reset_public_demo() to ${owner.escapeIdentifier(await userOf(appUrl))}`);
    }
  } finally {
    await owner.end();
  }
}

export async function mayReset(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ isPermitted: boolean }>(sql.raw(isPermitted));
  return rows[0]?.isPermitted === true;
}

/** A transaction of a visitor that lasts longer than the lock may wait makes this fail: waiting would keep all others waiting. */
export async function emptyDemo(db: Db): Promise<void> {
  await db.execute(sql`set local statement_timeout = 0`);
  await db.execute(sql`set local lock_timeout = '3s'`);
  await db.execute(sql`select reset_public_demo()`);
  // A truncated table tells nobody: without this every process keeps the texts that visitors wrote.
  await db.execute(sql`select pg_notify('content_changed', 'site_texts')`);
  await db.execute(sql`select from graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where locked_at is null))`);
}
