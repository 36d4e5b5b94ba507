import { existsSync } from 'node:fs';

/**
 * Adds the variables of `.env`, if there is one, to the environment, which has precedence. A login shell sets MAIL to the path of the
 * user's mailbox: it is no setting of ours and must not override `.env`.
 */
export function loadSettingsFile(): void {
  if (process.env['MAIL']?.startsWith('/')) delete process.env['MAIL'];
  if (existsSync('.env')) process.loadEnvFile();
}
