import { sql } from 'drizzle-orm';
import type { Context } from '#server/platform/context.ts';

/** Any call writes these, refused or not. */
const BESIDE_THE_POINT = ['rate_limits'];

/** Returns one line per row of every table; two snapshots are equal if nothing changed in between. */
export async function snapshotOf(ctx: Context, { without = [] }: { without?: string[] } = {}): Promise<Record<string, string[]>> {
  const { rows } = await ctx.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const names = rows.map(({ name }) => name).filter((name) => ![...BESIDE_THE_POINT, ...without].includes(name));
  const contents: Record<string, string[]> = {};
  for (const name of names) {
    const found = await ctx.db.execute<{ line: string }>(sql`select t::text as line from ${sql.identifier(name)} t order by 1`);
    contents[name] = found.rows.map(({ line }) => line);
  }
  return contents;
}
