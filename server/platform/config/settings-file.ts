import { existsSync } from 'node:fs';

/**
 * Adds the variables of `.env`, where there is one, to the environment, which goes before it. A login sets MAIL to the path of the user's
 * mailbox: that is no setting of ours and must not go before `.env` either.
 */
export function loadSettingsFile(): void {
  if (process.env['MAIL']?.startsWith('/')) delete process.env['MAIL'];
  if (existsSync('.env')) process.loadEnvFile();
}
