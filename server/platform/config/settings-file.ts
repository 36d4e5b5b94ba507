import { existsSync } from 'node:fs';

/** The file of the operator's settings: `.env`, or for a club of a group the one that its unit names (deploy/rkali@.service). */
export const settingsFile = (): string => process.env['SETTINGS_FILE'] ?? '.env';

/**
 * Adds the variables of the settings file to the environment, which has precedence; `.env` may be missing. A login shell sets MAIL to the
 * path of the user's mailbox: it is no setting of ours and must not override the file.
 */
export function loadSettingsFile(): void {
  if (process.env['MAIL']?.startsWith('/')) delete process.env['MAIL'];
  const file = settingsFile();
  if (file !== '.env' || existsSync(file)) process.loadEnvFile(file);
}
