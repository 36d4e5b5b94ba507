import { DEFAULT_LANGUAGE } from '#shared/constants.ts';
import { AppError } from '#shared/errors.ts';
import { findUserById, type User } from '#server/accounts/accounts.queries.ts';
import { deleteEmailChange } from '#server/accounts/email/email-change.queries.ts';
import { deleteKnownGuestTo } from '#server/accounts/known-guests/known-guests.queries.ts';
import { deleteInvitationsTo } from '#server/accounts/invitations.queries.ts';
import { accountKey } from '#server/accounts/limits.ts';
import { lockOwners } from '#server/accounts/roles.queries.ts';
import { replaceRoles } from '#server/accounts/roles.service.ts';
import { deleteAllFactors } from '#server/accounts/second-factor/second-factor.queries.ts';
import { checkOwnPassword } from '#server/accounts/passwords.ts';
import { recordSecurityEvent } from '#server/accounts/security-events.service.ts';
import { sealPersonal } from '#server/accounts/personal-data.ts';
import { emailKey } from '#server/platform/config/mail-addresses.ts';
import { endScannerDevicesOf } from '#server/door/scanner-devices/scanner-devices.service.ts';
import { deleteHoldsOfUser } from '#server/sales/inventory/stock.queries.ts';
import { lockStockOfCarts, withStock } from '#server/sales/inventory/inventory.service.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { type Actor, type Context, isOfStaff, requireUser } from '#server/platform/context.ts';
import { emptyNamesOf } from '#server/sales/tickets/transfer-options.queries.ts';
import { returnPlaces } from '#server/sales/transfers/changed-guests.service.ts';
import { shareEventsOf } from '#server/sales/transfers/claims.queries.ts';
import { leaveWaitlistsOf } from '#server/sales/waitlist/waitlist.queries.ts';
import { emptyCallbacksOf } from '#server/sales/payments/payments.queries.ts';
import {
  countOpenPayments,
  countOpenTickets,
  deleteAnswers,
  deleteEnquiries,
  deleteLimitsOf,
  deleteNotesAbout,
  deleteSignIns,
  forgetMailsOf,
  lockAccount,
  lockPaymentsOf,
  updateAccount,
} from './delete-account.queries.ts';
import { isSentFrom } from './my-data.service.ts';
import { findEnquiriesNaming } from './my-data.queries.ts';
import type { Addressee } from './mails-of-user.queries.ts';

/**
 * Deletes the caller's account after checking the password; wrong guesses are limited per session. Records that bookkeeping law requires
 * are kept without a name (docs/decisions/0017). @throws unauthorized, invalid_fields, too_many_requests, account_has_tickets,
 * account_has_payments, last_owner
 */
export async function deleteAccount(ctx: Context, { password }: { password: string }): Promise<void> {
  const actor = requireUser(ctx);
  const caller = await findUserById(ctx.db, actor.userId);
  if (!caller) throw new AppError('unauthorized');
  const user = await checkOwnPassword(ctx, { email: caller.email, password, session: actor.sessionId });
  if (user?.id !== actor.userId) throw wrongPassword();
  await withStock(ctx, (tx) => erase(tx, actor, user));
}

/** Not 401: the caller is signed in, and the browser would renew its token. */
const wrongPassword = () => new AppError('invalid_fields', { errors: { password: 'validation.current_password_wrong' } });

/** Lock order: payments, events, holds, Owners, account. Every transaction takes these locks in this order to avoid deadlocks. */
async function erase(tx: Context, actor: Actor, user: User): Promise<void> {
  const { id, passwordHash } = user;
  await lockPaymentsOf(tx.db, id);
  const eventIds = await lockStockOfCarts(tx, [id]);
  await shareEventsOf(tx.db, id);
  const owners = isOfStaff(actor) ? await lockOwners(tx.db) : [];
  const account = await lockAccount(tx.db, id);
  // The account was deleted, or its password changed, since the check.
  if (account?.passwordHash !== passwordHash) throw wrongPassword();
  const scannerDevices = await endScannerDevicesOf(tx, id);
  if (scannerDevices > 0) await recordAction(tx, { action: 'scanner_device.revoke', subject: `guest ${id}`, detail: { scannerDevices } });
  await replaceRoles(tx, user, { owners, action: 'team.leave', rolesAfter: () => [] });
  await returnPlaces(tx, id, { onlyRefused: false, tellGuest: false });
  if ((await countOpenTickets(tx.db, id, tx.clock.now())) > 0) throw new AppError('account_has_tickets');
  if ((await countOpenPayments(tx.db, id)) > 0) throw new AppError('account_has_payments');

  await deleteHoldsOfUser(tx.db, id, eventIds);
  await leaveWaitlistsOf(tx.db, id, tx.clock.now());
  await emptyNamesOf(tx.db, id);
  await deleteSignIns(tx.db, id);
  await deleteAllFactors(tx.db, id);
  await deleteEmailChange(tx.db, id);
  await deleteAnswers(tx.db, id);
  await deleteNotesAbout(tx.db, id);
  await emptyCallbacksOf(tx.db, id);
  await forgetAddress(tx, account);
  await updateAccount(tx.db, id, anonymousAccount(tx, id));
  await recordSecurityEvent(tx, 'account_deleted', id);
}

/** Not a valid address: it cannot be used to register or sign in, and mails to it are never sent. */
const nobody = (id: number): string => `deleted:${id}`;

/** Mails to or from the address belong to the account only if the address is proved (docs/decisions/0081). */
async function forgetAddress({ db }: Context, account: Addressee): Promise<void> {
  const { id, email, emailProvedAt } = account;
  await deleteLimitsOf(db, accountKey(email));
  await forgetMailsOf(db, account, nobody(id));
  if (!emailProvedAt) return;
  await deleteInvitationsTo(db, email);
  await deleteKnownGuestTo(db, { id, emailKey: emailKey(email) });
  const own = (await findEnquiriesNaming(db, email)).filter((enquiry) => isSentFrom(email, enquiry));
  await deleteEnquiries(
    db,
    own.map((enquiry) => enquiry.id),
  );
}

const anonymousAccount = ({ keys, clock }: Context, id: number) => ({
  email: nobody(id),
  emailKey: nobody(id),
  emailProvedAt: null,
  passwordHash: '',
  firstName: '',
  lastName: '',
  phoneNumber: '',
  country: '',
  sealedPersonalNumber: sealPersonal(keys.personalData, 'personalNumber', ''),
  sealedBirthdate: sealPersonal(keys.personalData, 'birthdate', ''),
  personalNumberDigest: null,
  socialMediaProfileLink: '',
  socialMediaPlatform: null,
  socialMediaUsername: null,
  status: 'Unverified' as const,
  language: DEFAULT_LANGUAGE,
  newsletterSince: null,
  newsletterLanguage: null,
  bannedAt: null,
  bannedUntil: null,
  banReason: null,
  graceFrom: null,
  deletedAt: clock.now(),
});
