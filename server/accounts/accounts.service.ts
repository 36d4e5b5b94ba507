import { recordAction } from '#server/platform/audit/audit.ts';
import { type Actor, type Context, storeAnswer, requireUser, withTransaction } from '#server/platform/context.ts';
import { emailKey } from '#server/platform/config/mail-addresses.ts';
import { nameProblem, type ProfileInput, type RegisterInput } from '#shared/accounts/account.schemas.ts';
import type { ProfileView } from '#shared/accounts/accounts.contract.ts';
import { needsReverification } from '#shared/accounts/account-rules.ts';
import { socialMediaOf } from '#shared/accounts/social-media.ts';
import type { Language, Status } from '#shared/constants.ts';
import { toWireTime } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import type { StatusChange } from '#shared/staff/guests.schemas.ts';
import { queueStatus, queueWelcome } from './accounts.mail.ts';
import { findUserById, insertUser, lockUserById, updateUser, type User } from './accounts.queries.ts';
import { setStatus } from './guest-status.ts';
import { refuseBannedPerson } from './bans.service.ts';
import { proveEmail } from '#server/accounts/email/email-proof.service.ts';
import { isInvited } from '#server/accounts/known-guests/known-guests.service.ts';
import { pendingChangeOf } from '#server/accounts/email/email-change.service.ts';
import { limitRegister } from './limits.ts';
import { storeChoice } from './newsletter/newsletter.service.ts';
import { hashPassword, refuseCommonPassword } from './passwords.ts';
import { openPersonal, sealNumber, sealPersonal } from './personal-data.ts';
import { requireMayDecide } from './roles.service.ts';

/**
 * Creates an account, Pending until staff decide, and queues a welcome mail. The token of an invitation to this address proves it. @throws invalid_input, email_taken, person_banned,
 * too_many_requests
 */
export async function register(
  ctx: Context,
  form: RegisterInput,
  from: { address: string; language: Language },
): Promise<Record<string, never>> {
  if (ctx.reservedEmails.has(emailKey(form.email))) throw new AppError('email_taken');
  refuseCommonPassword(ctx, 'password', form.password, form);
  await limitRegister(ctx, form.email, from.address);
  const derived = socialMediaOf(form.socialMediaProfileLink);
  const user = {
    email: form.email,
    passwordHash: await hashPassword(form.password),
    firstName: form.firstName,
    lastName: form.lastName,
    phoneNumber: form.phoneNumber,
    country: form.country,
    ...sealNumber(ctx.keys, form.personalNumber),
    sealedBirthdate: sealPersonal(ctx.keys.personalData, 'birthdate', form.birthdate),
    socialMediaProfileLink: form.socialMediaProfileLink,
    socialMediaPlatform: form.socialMediaPlatform || derived.platform,
    socialMediaUsername: form.socialMediaUsername || derived.username,
    language: from.language,
    createdAt: ctx.clock.now(),
  };
  return withTransaction(ctx, async (tx) => {
    const added = await insertUser(tx.db, user);
    if (!added) throw new AppError('email_taken');
    await refuseBannedPerson(tx, user.personalNumberDigest);
    await storeChoice(tx, added.id, form.wantsNewsletter, from.language);
    await queueWelcome(tx, added);
    if (form.invitation !== undefined && (await isInvited(tx, added.emailKey, form.invitation))) await proveEmail(tx, added.id);
    return storeAnswer(tx, {});
  });
}

/** The caller's own profile (spec §3). @throws unauthorized */
export async function getProfile(ctx: Context): Promise<ProfileView> {
  const actor = requireUser(ctx);
  const user = await findUserById(ctx.db, actor.userId);
  if (!user) throw new AppError('unauthorized');
  return profileView(ctx, user, actor);
}

/**
 * Changes the six fields of spec §7. A changed name or birthdate sets a verified guest back to Pending, and a mail says so.
 * @throws unauthorized, invalid_input (another name with letters beyond a–z)
 */
export async function updateProfile(ctx: Context, form: ProfileInput): Promise<ProfileView> {
  const actor = requireUser(ctx);
  const { userId } = actor;
  return withTransaction(ctx, async (tx) => {
    const before = await lockUserById(tx.db, userId);
    if (!before) throw new AppError('unauthorized');
    refuseChangedNames(before, form);
    const derived = socialMediaOf(form.socialMediaProfileLink);
    const isSameLink = form.socialMediaProfileLink === before.socialMediaProfileLink;
    const known = { ...before, birthdate: birthdateOf(ctx, before) };
    const status = needsReverification(before.status, known, form) ? 'Pending' : before.status;
    const after = await updateUser(tx.db, userId, {
      firstName: form.firstName,
      lastName: form.lastName,
      phoneNumber: form.phoneNumber,
      country: form.country,
      sealedBirthdate: sealPersonal(ctx.keys.personalData, 'birthdate', form.birthdate),
      socialMediaProfileLink: form.socialMediaProfileLink,
      ...(isSameLink ? {} : { socialMediaPlatform: derived.platform, socialMediaUsername: derived.username }),
      status,
    });
    if (after && status !== before.status) {
      await queueStatus(tx, after);
      await tx.hooks.onStatusChanged(tx, userId, status);
    }
    return profileView(ctx, after ?? before, actor);
  });
}

/** Spec §5, for changed names only: a guest who registered with other letters can still save the other fields. @throws invalid_input */
function refuseChangedNames(before: User, form: ProfileInput): void {
  const names = ['firstName', 'lastName'] as const;
  const problems = names.flatMap((name) => {
    const problem = nameProblem(form[name], before[name]);
    return problem === undefined ? [] : [[name, problem] as const];
  });
  if (problems.length > 0) throw new AppError('invalid_input', { errors: Object.fromEntries(problems) });
}

const birthdateOf = ({ keys }: Context, user: User): string => openPersonal(keys, 'birthdate', user.sealedBirthdate);

async function profileView(ctx: Context, user: User, { rights, proof }: Actor): Promise<ProfileView> {
  return {
    id: user.id,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    phoneNumber: user.phoneNumber,
    country: user.country,
    birthdate: birthdateOf(ctx, user),
    socialMediaProfileLink: user.socialMediaProfileLink,
    personalNumber: openPersonal(ctx.keys, 'personalNumber', user.sealedPersonalNumber),
    createdAt: toWireTime(user.createdAt),
    role: user.role,
    rights: [...rights],
    secondFactorDue: proof?.due ? { step: proof.due.step, until: toWireTime(proof.due.until) } : null,
    status: user.status,
    isEmailProved: user.emailProvedAt !== null,
    wantsNewsletter: user.newsletterSince !== null,
    ...(await pendingChangeOf(ctx, user.id)),
  };
}

/**
 * Changes the status of a guest, from the guest's next request on. A changed status is mailed if wanted; the reason is included only if it
 * is to be sent. @throws unauthorized, user_not_found, forbidden (`requireMayDecide`), conflict when the status is no longer the `from`
 * that was seen
 */
export async function changeStatus(ctx: Context, change: { userId: number } & StatusChange): Promise<{ status: Status }> {
  const { userId, status, tellGuest, from, reason = '', sendReason = false } = change;
  const { userId: by } = requireUser(ctx);
  return withTransaction(ctx, async (tx) => {
    const before = await lockUserById(tx.db, userId);
    if (!before) throw new AppError('user_not_found');
    await requireMayDecide(tx, userId);
    // A retry of the command, such as after a lost answer.
    if (before.status === status) return { status };
    if (from !== undefined && before.status !== from) throw new AppError('conflict');
    await setStatus(tx, before.id, status);
    if (tellGuest) await queueStatus(tx, { ...before, status }, sendReason ? reason : '');
    const detail = { before: before.status, after: status, ...(reason && { reason }), tellGuest };
    await recordAction(tx, { action: 'guest.status', subject: `guest ${userId}`, detail });
    ctx.log.info({ by, userId, from: before.status, to: status }, "a guest's status was changed");
    return { status };
  });
}
