import { fullName } from '#shared/accounts/account-rules.ts';
import { AppError } from '#shared/errors.ts';
import { grantRole } from '#server/accounts/roles.service.ts';
import { DAY_MS } from '#shared/durations.ts';
import { describeDatabase, onClub, operatorCommand } from './operator-command.ts';
import { signedOutNote, UNPROVED, unprovedRefusal, unprovedWarning } from './unproved-address.ts';

/**
 * `npm run make-admin -- nino@example.com [--unproved]`: makes the account an Owner with every right at once, whether or not the server
 * runs.
 */
await operatorCommand('No admin was made', async () => {
  const given = process.argv.slice(2);
  const needsProof = !given.includes(UNPROVED);
  const email = given.find((each) => each !== UNPROVED);
  if (!email) throw new Error('give the email address: npm run make-admin -- nino@example.com');
  const where = describeDatabase();
  const change = await onClub((ctx) => grantRole(ctx, email, 'Owner', { needsProof })).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    const unknown = `there is no account with the email ${email} in ${where}: register it first.`;
    throw new Error(error.code === 'email_not_proved' ? unprovedRefusal(email) : unknown, { cause: error });
  });
  const { user } = change;
  const days = Math.floor((Date.now() - user.createdAt.getTime()) / DAY_MS);
  const age = days < 1 ? 'today' : days === 1 ? 'yesterday' : `${days} days ago`;
  return `${user.email} is an Owner now: ${fullName(user)}, registered ${age}, in ${where}.${signedOutNote(change)}${unprovedWarning(change)}`;
});
