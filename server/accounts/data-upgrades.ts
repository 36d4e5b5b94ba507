import type { Context } from '#server/platform/context.ts';
import { emailKey } from '#server/platform/limits/limit-keys.ts';
import { deleteDigest, findUndigested, findUnfolded, writeDigests, writeEmailKey } from './data-upgrades.queries.ts';
import { digestNumber, openPersonal } from './personal-data.ts';

const AT_ONCE = 500;

/**
 * Runs at each start: adds the digest of the personal number to accounts that were made before there were digests, and deletes the digest of
 * an empty number, which would make strangers one person. Processes that start at the same time repeat the work with the same result.
 */
export async function digestOldNumbers(ctx: Context): Promise<void> {
  await deleteDigest(ctx.db, digestNumber(ctx.keys, ''));
  let after = 0;
  let unreadable = 0;
  for (;;) {
    const rows = await findUndigested(ctx.db, after, AT_ONCE);
    const last = rows.at(-1);
    if (!last) break;
    const numbers = rows.flatMap(({ id, sealed }) => numberOf(ctx, id, sealed) ?? []);
    const digests = numbers.flatMap(({ id, number }) => (number === '' ? [] : { id, digest: digestNumber(ctx.keys, number) }));
    unreadable += rows.length - numbers.length;
    if (digests.length > 0) await writeDigests(ctx.db, digests);
    after = last.id;
  }
  if (unreadable > 0) ctx.log.warn({ unreadable }, 'personal numbers that another SECRET sealed cannot be searched');
}

function numberOf({ keys }: Context, id: number, sealed: string): { id: number; number: string } | undefined {
  try {
    return { id, number: openPersonal(keys, 'personalNumber', sealed) };
  } catch {
    return undefined;
  }
}

/**
 * At the start: adds the key to accounts whose address has letters beyond plain Latin, from before addresses were folded. Where another
 * account has the key already, that one keeps the address; the later account stays, and nobody can sign in to it by its address.
 */
export async function foldOldEmails(ctx: Context): Promise<void> {
  const taken: number[] = [];
  for (const { id, email } of await findUnfolded(ctx.db)) {
    if (!(await writeEmailKey(ctx.db, id, emailKey(email)))) taken.push(id);
  }
  if (taken.length > 0) ctx.log.warn({ userIds: taken }, 'accounts whose e-mail is another spelling of an older account cannot sign in');
}
