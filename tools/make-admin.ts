import { AppError } from '#shared/errors.ts';
import { makeAdmin } from '#server/accounts/accounts.service.ts';
import { onClubDatabase, operatorCommand } from './operator-command.ts';

/** `npm run make-admin -- nino@example.com`: the account becomes an Admin at once, whether or not the server runs. */
await operatorCommand('No admin was made', async () => {
  const email = process.argv[2];
  if (!email) throw new Error('say whose account it is: npm run make-admin -- nino@example.com');
  const user = await onClubDatabase((database) => makeAdmin(database, email)).catch((error: unknown) => {
    throw error instanceof AppError
      ? new Error(`there is no account with the e-mail ${email}: register it first.`, { cause: error })
      : error;
  });
  return `${user.email} is an Admin now.`;
});
