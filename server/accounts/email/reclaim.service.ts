import type { User } from '#server/accounts/accounts.queries.ts';
import { deleteEmailChange } from './email-change.queries.ts';
import { findRoles } from '#server/accounts/roles.queries.ts';
import { recordSecurityEvent } from '#server/accounts/security-events.service.ts';
import { deleteUnprovedFactors } from '#server/accounts/second-factor/second-factor.queries.ts';
import { endNewsletter } from '#server/accounts/newsletter/newsletter.queries.ts';
import type { Context } from '#server/platform/context.ts';
import { deleteProofs } from './email-proof.queries.ts';
import { proveEmail } from './email-proof.service.ts';

/**
 * Gives a locked account to the reader of its mailbox. Returns true if second factors that were set up without the mailbox were removed;
 * staff keep theirs, because a mailbox alone must not open the console. An unproved newsletter consent ends, too, unless the account has no
 * password: then it is the buyer's from a door sale.
 */
export async function reclaimAccount(tx: Context, owner: User): Promise<boolean> {
  await deleteProofs(tx.db, owner.id);
  await deleteEmailChange(tx.db, owner.id);
  if (owner.emailProvedAt === null && owner.passwordHash !== '') await endNewsletter(tx.db, owner.id);
  await proveEmail(tx, owner.id);
  if ((await findRoles(tx.db, owner.id)).length > 0) return false;
  if ((await deleteUnprovedFactors(tx.db, owner.id)) === 0) return false;
  await recordSecurityEvent(tx, 'second_factor_removed', owner.id);
  return true;
}
