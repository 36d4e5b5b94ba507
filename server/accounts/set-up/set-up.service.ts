import { insertUser } from '#server/accounts/accounts.queries.ts';
import type { DeviceOwner } from '#server/accounts/devices.ts';
import { limitSetUp } from '#server/accounts/limits.ts';
import { hashPassword, refuseCommonPassword } from '#server/accounts/passwords.ts';
import { sealNumber, sealPersonal } from '#server/accounts/personal-data.ts';
import { hasOwner } from '#server/accounts/roles.queries.ts';
import { replaceRoles } from '#server/accounts/roles.service.ts';
import { recordSecurityEvent } from '#server/accounts/security-events.service.ts';
import { type Login, startSession } from '#server/accounts/sessions.service.ts';
import { createOpaqueToken, hashOpaqueToken } from '#server/accounts/tokens.ts';
import { type Context, withTransaction } from '#server/platform/context.ts';
import { emailKey } from '#server/platform/config/mail-addresses.ts';
import type { SetUpOwnerInput } from '#shared/accounts/set-up.schemas.ts';
import type { Language } from '#shared/constants.ts';
import { AppError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { deleteSetUpLinks, hasSetUpLink, insertSetUpLink, useSetUpLink } from './set-up.queries.ts';

/**
 * Makes the link for the first Owner in place of an earlier one; undefined once the club has an Owner. Only its hash is stored, so each
 * start makes another. The token follows `#`, which browsers do not send, so no server logs it.
 */
export function renewSetUpLink(ctx: Context): Promise<string | undefined> {
  return withTransaction(ctx, async (tx) => {
    // First, because a link in use is locked: after the wait there is an Owner.
    await deleteSetUpLinks(tx.db);
    if (await hasOwner(tx.db)) return undefined;
    const token = createOpaqueToken();
    await insertSetUpLink(tx.db, { tokenHash: hashOpaqueToken(token), createdAt: tx.clock.now() });
    return `${tx.env.publicUrl}${paths.invitation}#${token}`;
  });
}

/** Checks a set-up link. @throws set_up_over, set_up_link_wrong, too_many_requests */
export async function readSetUpLink(
  ctx: Context,
  { token }: { token: string },
  { address }: { address: string },
): Promise<Record<string, never>> {
  await limitSetUp(ctx, address);
  await requireOpen(ctx, hashOpaqueToken(token));
  return {};
}

async function requireOpen(ctx: Context, tokenHash: string): Promise<void> {
  if (await hasOwner(ctx.db)) throw new AppError('set_up_over');
  if (!(await hasSetUpLink(ctx.db, tokenHash))) throw new AppError('set_up_link_wrong');
}

type SetUpCaller = { address: string; userAgent?: string | undefined; language: Language };

/**
 * Creates the account of the first Owner and logs it in, in the transaction that ends the link, so that one of two callers succeeds. The
 * address is not proved until its mailbox is read. @throws set_up_over, set_up_link_wrong, email_taken, invalid_fields, too_many_requests
 */
export async function createOwner(ctx: Context, { token, ...form }: SetUpOwnerInput, caller: SetUpCaller): Promise<Login> {
  await limitSetUp(ctx, caller.address);
  const tokenHash = hashOpaqueToken(token);
  // Before the password is hashed, which is costly.
  await requireOpen(ctx, tokenHash);
  if (ctx.reservedEmails.has(emailKey(form.email))) throw new AppError('email_taken');
  refuseCommonPassword(ctx, 'password', form.password, form);
  const passwordHash = await hashPassword(form.password);
  return withTransaction(ctx, async (tx) => {
    if (!(await useSetUpLink(tx.db, tokenHash))) throw new AppError((await hasOwner(tx.db)) ? 'set_up_over' : 'set_up_link_wrong');
    // The operator may have made an Owner by command since the link was read.
    if (await hasOwner(tx.db)) throw new AppError('set_up_over');
    const owner = await insertOwner(tx, { ...form, passwordHash }, caller.language);
    const signedIn = await startSession(tx, owner.id, { userAgent: caller.userAgent });
    await recordSecurityEvent(tx, 'sign_in', owner.id);
    return { signedIn, owner };
  });
}

type OwnerForm = Pick<SetUpOwnerInput, 'email' | 'firstName' | 'lastName'> & { passwordHash: string };

/** Verified from the start, because no one else could verify the first Owner. */
async function insertOwner(tx: Context, form: OwnerForm, language: Language): Promise<DeviceOwner & { id: number }> {
  const { email, firstName, lastName, passwordHash } = form;
  const user = await insertUser(tx.db, {
    email,
    firstName,
    lastName,
    passwordHash,
    language,
    status: 'Verified',
    phoneNumber: '',
    country: '',
    ...sealNumber(tx.keys, ''),
    sealedBirthdate: sealPersonal(tx.keys.personalData, 'birthdate', ''),
    createdAt: tx.clock.now(),
  });
  if (!user) throw new AppError('email_taken');
  await replaceRoles(tx, user, { owners: [], action: 'roles.grant', rolesAfter: () => ['Owner'] });
  return user;
}
