import type { Context } from '#server/platform/context.ts';
import { emailKey } from '#server/platform/limits/email-key.ts';
import { findUnfolded, writeEmailKey } from './old-email-keys.queries.ts';

/**
 * At the start: accounts with letters beyond plain Latin, from before addresses were folded, get their key. Where another account has
 * it already, that one keeps the address; the later account stays, and nobody can sign in to it by its address.
 */
export async function foldOldEmails(ctx: Context): Promise<void> {
  const taken: number[] = [];
  for (const { id, email } of await findUnfolded(ctx.db)) {
    if (!(await writeEmailKey(ctx.db, id, emailKey(email)))) taken.push(id);
  }
  if (taken.length > 0) ctx.log.warn({ userIds: taken }, 'accounts whose e-mail is another spelling of an older account cannot sign in');
}
