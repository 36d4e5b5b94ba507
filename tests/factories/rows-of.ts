import { openTestPool } from '#tests/setup/database.ts';

/** Returns the rows of every table with our data and the state of every sequence as sorted lines, for comparing two databases. */
export async function rowsOf(databaseUrl: string): Promise<Record<string, string[]>> {
  const pool = openTestPool(databaseUrl);
  try {
    const { rows: names } = await pool.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c
       where relkind in ('r', 'S') and relnamespace::regnamespace::text in ('public', 'graphile_worker', 'drizzle')
       and c.oid::regclass::text <> 'graphile_worker.migrations' order by 1`,
    );
    const contents: Record<string, string[]> = {};
    for (const { name } of names) {
      const { rows } = await pool.query<{ line: string }>(
        `select to_jsonb(t) - 'log_cnt' as line from (select * from ${name}) t order by t::text collate "C"`,
      );
      contents[name] = rows.map(({ line }) => JSON.stringify(line));
    }
    return contents;
  } finally {
    await pool.end();
  }
}
