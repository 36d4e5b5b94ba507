import type { Pool, QueryResult } from 'pg';

/**
 * Fails on a full or read-only disk and in a read-only database: the transaction writes to the log, and the sort, which has too little
 * memory, to a temporary file. A row that fits into an existing page would prove nothing.
 */
const PROBE = `
  set local work_mem = '64kB';
  select pg_current_xact_id(), current_setting('transaction_read_only') as readonly;
  select count(*) from (select md5(n::text) as line from generate_series(1, 4000) as n order by line) as sorted`;

/** Returns true if the database can write now. Takes some milliseconds and leaves nothing behind. @throws when it cannot */
export async function canWrite(pool: Pool): Promise<boolean> {
  // Several statements in one text form one transaction; the type declares only one result.
  const results: unknown = await pool.query(PROBE);
  const [, flags] = Array.isArray(results) ? (results as QueryResult<{ readonly?: string }>[]) : [];
  return flags?.rows[0]?.readonly === 'off';
}
