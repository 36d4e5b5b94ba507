import { liftBan } from '#server/accounts/bans.service.ts';
import { describeDatabase, onClub, operatorCommand } from './operator-command.ts';

const USAGE = 'give the personal number of the person: npm run lift-ban -- 01024012345';

/** `npm run lift-ban -- <personal number>`: ends a person's ban even if all their accounts are deleted, whether or not the server runs. */
await operatorCommand('Nothing was changed', async () => {
  const [personalNumber = ''] = process.argv.slice(2).map((argument) => argument.trim());
  if (!/^\d+$/.test(personalNumber)) throw new Error(USAGE);
  const { ban, accounts } = await onClub((ctx) => liftBan(ctx, personalNumber));
  const where = `in ${describeDatabase()}`;
  if (!ban && accounts.length === 0) return `Nothing changed: nobody with this number is banned, ${where}.`;
  const reason = ban?.banReason ? ` The reason was: ${ban.banReason}` : '';
  const emails = accounts.map(({ email }) => email).join(', ');
  return `The ban is lifted, ${where}${emails ? `, for ${emails}` : ''}.${reason}`;
});
