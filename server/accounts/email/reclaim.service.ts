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
 * Gives an account to the person who read its mailbox for a new password. Second factors that were set up without the mailbox may be another
 * person's and go; those of staff stay, because a mailbox alone must not open the console. A yes to the newsletter that waits for the proof
 * may be another person's, too; after a sale at the door, whose account has no password yet, it is the buyer's. Returns whether factors were removed. The account
 * must be locked.
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
