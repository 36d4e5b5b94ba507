import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Contents } from '#server/platform/backup/contents.ts';
import { BackupError } from '#server/platform/backup/backup-error.ts';
import { backupFolder, openBackupFolder } from '#server/platform/backup/folder.ts';
import { handMadeName } from '#server/platform/backup/file-names.ts';
import { findPassphrase, typeNewPassphrase } from '#server/platform/backup/passphrase.ts';
import { runApart } from '#server/platform/backup/run-apart.ts';
import type { SaveOrder } from '#server/platform/backup/save.ts';
import { settleRestores } from '#server/platform/backup/file-drafts.ts';
import { readMark } from '#server/platform/backup/tables.queries.ts';
import { type Env, readEnv } from '#server/platform/config/env.ts';
import { loadSecret } from '#server/platform/config/secrets.ts';
import { systemClock } from '#server/platform/context.ts';
import { setVenueTimeZone } from '#shared/dates.ts';
import { bucketNotes, contentsText } from './backup-texts.ts';
import { findServer, operatorCommand } from './operator-command.ts';
import { clearProgress, showProgress } from './progress-line.ts';

const PROGRAM = fileURLToPath(new URL('../server/platform/backup/save-process.ts', import.meta.url));

/**
 * `npm run backup [-- folder] [--with-secret]`: writes the whole site into one sealed file, also while it runs. The default folder is
 * BACKUP_FOLDER, or `backups` in DATA_DIR.
 */
await operatorCommand('No backup was made', async () => {
  const { values, positionals } = parseArgs({ options: { 'with-secret': { type: 'boolean', default: false } }, allowPositionals: true });
  const env = readEnv(process.env);
  setVenueTimeZone(env.venue.timeZone);
  const folder = positionals[0] ?? backupFolder(env);
  showProgress('Opening the database');
  const server = await findServer(env);
  try {
    await settleRestores(env, () => readMark(server.ownerUrl));
    const passphrase = findPassphrase(env) ?? (await typedPassphrase());
    await openBackupFolder(folder);
    const file = resolve(join(folder, handMadeName(systemClock.now())));
    const site = { databaseUrl: server.ownerUrl, dataDir: env.dataDir, secret: loadSecret(env), bucket: env.bucket };
    const order: SaveOrder = { site, file, passphrase, withSecret: values['with-secret'] };
    const contents = await runApart<Contents>(PROGRAM, order, { onProgress: showProgress });
    const result = `${file} (${megabytes(file)} MB) holds ${contentsText(contents)}.`;
    return [result, ...bucketNotes(contents), ...notes(env, values['with-secret'])].join('\n');
  } finally {
    await server.stop();
  }
});

function typedPassphrase(): Promise<string> {
  if (!process.stdin.isTTY) throw new BackupError('there is no passphrase: set BACKUP_PASSPHRASE, or start the site once.');
  clearProgress();
  return typeNewPassphrase({ input: process.stdin, output: process.stdout });
}

function notes({ backupPassphrase, dataDir, secret }: Env, withSecret: boolean): string[] {
  const kept = resolve(dataDir);
  return [
    ...(backupPassphrase ? [] : [`It is sealed with the passphrase in ${kept}/backup-passphrase: keep a copy of that elsewhere.`]),
    ...(withSecret ? [] : [`It is without the secret: also keep ${secret ? 'SECRET' : `${kept}/secret`}, or add --with-secret.`]),
  ];
}

function megabytes(file: string): string {
  return (statSync(file).size / 1e6).toFixed(1);
}
