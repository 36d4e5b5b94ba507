import { existsSync } from 'node:fs';
import { AppError } from '#shared/errors.ts';
import { makeAdmin } from '#server/accounts/accounts.service.ts';
import { openDatabase } from '#server/db/client.ts';
import { migrate } from '#server/db/migrate.ts';
import { readEnv } from '#server/env.ts';
import { reasonOf } from '#server/start-errors.ts';
import { findServer } from './find-server.ts';

/** `npm run make-admin -- nino@example.com`: the account becomes an Admin at once, whether or not the server runs. */
async function run(email: string | undefined): Promise<string> {
  if (!email) throw new Error('say whose account it is: npm run make-admin -- nino@example.com');
  const server = await findServer(readEnv(process.env));
  const database = openDatabase(server.url, () => undefined);
  try {
    await migrate(server.url);
    const user = await makeAdmin(database, email);
    return `${user.email} is an Admin now.`;
  } catch (error) {
    throw error instanceof AppError
      ? new Error(`there is no account with the e-mail ${email}: register it first.`, { cause: error })
      : error;
  } finally {
    await database.close();
    await server.stop();
  }
}

if (existsSync('.env')) process.loadEnvFile();
try {
  console.log(await run(process.argv[2]));
} catch (error) {
  console.error(`No admin was made: ${reasonOf(error)}`);
  process.exitCode = 1;
}
