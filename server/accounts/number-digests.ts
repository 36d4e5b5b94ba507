import type { Context } from '#server/platform/context.ts';
import { findUndigested, writeDigests } from './number-digests.queries.ts';
import { openPersonal } from './personal-data.ts';
import { digestNumber } from './personal-number.ts';

const AT_ONCE = 500;

/** At the start: accounts from before the digest get one. Processes that start together do the same work twice, with the same outcome. */
export async function digestOldNumbers(ctx: Context): Promise<void> {
  let after = 0;
  let unreadable = 0;
  for (;;) {
    const rows = await findUndigested(ctx.db, after, AT_ONCE);
    const last = rows.at(-1);
    if (!last) break;
    const digests = rows.flatMap(({ id, sealed }) => digestOf(ctx, id, sealed) ?? []);
    unreadable += rows.length - digests.length;
    if (digests.length > 0) await writeDigests(ctx.db, digests);
    after = last.id;
  }
  if (unreadable > 0) ctx.log.warn({ unreadable }, 'personal numbers that another SECRET sealed cannot be searched');
}

function digestOf({ keys }: Context, id: number, sealed: string): { id: number; digest: string } | undefined {
  try {
    return { id, digest: digestNumber(keys, openPersonal(keys.personalData, 'personalNumber', sealed)) };
  } catch {
    return undefined;
  }
}
