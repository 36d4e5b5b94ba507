import { fullName } from '#shared/accounts/account-rules.ts';
import { AppError } from '#shared/errors.ts';
import { STAFF_ROLES, type StaffRole } from '#shared/staff/rights.ts';
import { grantRole, listRoles, revokeRole, type RoleChange } from '#server/accounts/roles.service.ts';
import { forgetFactors } from '#server/accounts/second-factor/second-factor.service.ts';
import { signOutAccount } from '#server/accounts/team.service.ts';
import type { Context } from '#server/platform/context.ts';
import { describeDatabase, onClub, operatorCommand } from './operator-command.ts';
import { signedOutNote, UNPROVED, unprovedRefusal, unprovedWarning } from './unproved-address.ts';

const USAGE = `give one of these:
  npm run roles -- list
  npm run roles -- grant nino@example.com <role> [--unproved]
  npm run roles -- revoke nino@example.com <role>
  npm run roles -- sign-out nino@example.com
  npm run roles -- forget-factors nino@example.com
A role is one of ${STAFF_ROLES.join(', ')}`;

/**
 * `npm run roles -- list | grant <mail> <role> [--unproved] | revoke <mail> <role> | sign-out <mail> |
 * forget-factors <mail>`: works whether or not the server runs; a change applies at once.
 */
await operatorCommand('Nothing was changed', async () => {
  const given = process.argv.slice(2);
  const [verb, email = '', name = ''] = given.filter((each) => each !== UNPROVED);
  const needsProof = !given.includes(UNPROVED);
  if (verb === 'list') return list();
  if (verb === 'sign-out' && email !== '') return signOut(email);
  if (verb === 'forget-factors' && email !== '') return forget(email);
  const role = STAFF_ROLES.find((each) => each.toLowerCase() === name.toLowerCase());
  if ((verb !== 'grant' && verb !== 'revoke') || email === '' || role === undefined) throw new Error(USAGE);
  const change = (ctx: Context) => (verb === 'grant' ? grantRole(ctx, email, role, { needsProof }) : revokeRole(ctx, email, role));
  return describe(await onClub(change).catch((error: unknown) => explain(error, email)));
});

async function list(): Promise<string> {
  const staff = await onClub(listRoles);
  if (staff.length === 0) return `No one has a role in ${describeDatabase()}.`;
  return staff
    .map((person) => {
      const unproved = person.emailProvedAt === null ? '  (email not verified)' : '';
      return `${person.email}  ${fullName(person)}  ${person.roles.join(', ')}${unproved}`;
    })
    .join('\n');
}

async function signOut(address: string): Promise<string> {
  const { user, sessions, scannerDevices } = await onClub((ctx) => signOutAccount(ctx, address)).catch((error: unknown) =>
    explain(error, address),
  );
  const ended = sessions === 1 ? 'one session was' : `${sessions} sessions were`;
  const scannerDevice =
    scannerDevices === 0 ? '' : `; ${scannerDevices === 1 ? 'one scanner device was' : `${scannerDevices} scanner devices were`} revoked`;
  return `${user.email} (${fullName(user)}) is logged out of all devices: ${ended} live${scannerDevice}, in ${describeDatabase()}.`;
}

async function forget(address: string): Promise<string> {
  const { user, factors } = await onClub((ctx) => forgetFactors(ctx, address)).catch((error: unknown) => explain(error, address));
  const removed = factors === 1 ? 'one second factor was' : `${factors} second factors were`;
  return `${user.email} (${fullName(user)}) is logged out of all devices and logs in by password alone: ${removed} removed, in ${describeDatabase()}.`;
}

function rolesText(roles: readonly StaffRole[]): string {
  return roles.length === 0 ? 'no role' : roles.join(', ');
}

function describe(change: RoleChange): string {
  const { user, before, after } = change;
  const who = `${user.email} (${fullName(user)})`;
  if (before.length === after.length) return `Nothing changed: ${who} has ${rolesText(after)}, in ${describeDatabase()}.`;
  const warning = after.length > before.length ? unprovedWarning(change) : '';
  return `${who} had ${rolesText(before)} and has ${rolesText(after)} now, in ${describeDatabase()}.${signedOutNote(change)}${warning}`;
}

function explain(error: unknown, email: string): never {
  if (!(error instanceof AppError)) throw error;
  const reasons: Partial<Record<AppError['code'], string>> = {
    user_not_found: `there is no account with the email ${email} in ${describeDatabase()}: register it first.`,
    email_not_proved: unprovedRefusal(email),
    last_owner: `${email} is the only Owner: make someone else an Owner first.`,
  };
  throw new Error(reasons[error.code] ?? error.code, { cause: error });
}
