import { mkdir, statfs } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findBrokenRules } from '#server/backoffice/consistency/consistency.queries.ts';
import { BackupError, WrongPassphrase } from '#server/platform/backup/backup-error.ts';
import { checkBackup, endChecks } from '#server/platform/backup/check.ts';
import type { Contents, Header } from '#server/platform/backup/contents.ts';
import { readHeader } from '#server/platform/backup/header.ts';
import { findPassphrase, storePassphrase, typePassphrase } from '#server/platform/backup/passphrase.ts';
import { restoreBackup, type Restored } from '#server/platform/backup/restore.ts';
import { openFileDrafts, settleRestores } from '#server/platform/backup/file-drafts.ts';
import { refuseOtherSecret } from '#server/platform/backup/secret-place.ts';
import { readMark } from '#server/platform/backup/tables.queries.ts';
import { type Env, readEnv } from '#server/platform/config/env.ts';
import { isDatabaseAway } from '#server/platform/db/database-failure.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts';
import { openBucket } from '#server/platform/storage/bucket.ts';
import { bucketNotes, contentsText } from './backup-texts.ts';
import { describeDatabase, operatorCommand } from './operator-command.ts';
import { showProgress } from './progress-line.ts';
import { refuseWrongUser } from './wrong-user.ts';

/** The size of PostgreSQL's log files. */
const LOG_SEGMENT_BYTES = 16 * 1024 ** 2;

type Source = { file: string; passphrases: string[] };

/**
 * `npm run restore -- file [--check] [--replace] [--as-root]`: fills the empty database of DATABASE_URL or DATA_DIR from a backup, all or
 * nothing. `--check` restores into a temporary database and changes nothing; `--replace` deletes the existing data.
 */
await operatorCommand('Nothing was restored', async () => {
  const options = {
    check: { type: 'boolean', default: false },
    replace: { type: 'boolean', default: false },
    'as-root': { type: 'boolean', default: false },
  } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [file] = positionals;
  if (file === undefined) throw new BackupError('give the file: npm run restore -- backup.tar.zst.age');
  const env = readEnv(process.env);
  const command = ['npm run restore --', resolve(file), ...(values.check ? ['--check'] : []), ...(values.replace ? ['--replace'] : [])];
  refuseWrongUser(env, { command: command.join(' '), isRootMeant: values['as-root'] });
  const { header, ...source } = await openSource(file, env);
  return values.check ? check(env, source) : restore(env, source, { header, mayReplace: values.replace });
});

async function openSource(file: string, env: Env): Promise<Source & { header: Header }> {
  const kept = findPassphrase({ ...env, backupPassphrase: undefined });
  const known = [env.backupPassphrase, kept].filter((each) => each !== undefined);
  for (const passphrase of known) {
    const header = await readHeader(file, [passphrase]).catch(onlyWrong);
    if (header) return { file, passphrases: [passphrase], header };
  }
  const passphrases = process.stdin.isTTY ? [await typePassphrase({ input: process.stdin, output: process.stdout })] : [];
  const header = await readHeader(file, passphrases).catch((error: unknown) => refuseUnopened(error, [...known, ...passphrases]));
  return { file, passphrases, header };
}

/** Explains what to do if there was no passphrase to try. @throws BackupError, or the error itself */
function refuseUnopened(error: unknown, tried: readonly string[]): never {
  if (tried.length > 0 || !(error instanceof WrongPassphrase)) throw error;
  throw new BackupError('no passphrase given: run this at a terminal and type it, or set BACKUP_PASSPHRASE.', { cause: error });
}

/** Returns undefined for a wrong passphrase. @throws any other error */
function onlyWrong(error: unknown): undefined {
  if (!(error instanceof WrongPassphrase)) throw error;
}

async function check({ dataDir }: Env, source: Source): Promise<string> {
  const giveUp = (): never => {
    endChecks(dataDir);
    return process.exit(1);
  };
  process.once('SIGINT', giveUp);
  process.once('SIGTERM', giveUp);
  showProgress('Starting a database for the check');
  const restored = await checkBackup({ ...source, dataDir, findFaults: findBrokenRules, onProgress: showProgress });
  if (restored.faults.length > 0) process.exitCode = 1;
  const result = `${source.file} can be restored: ${describe(restored)}`;
  return [result, ...bucketNotes(restored.contents), ...faultLines(restored)].join('\n');
}

async function restore(env: Env, source: Source, { header, mayReplace }: { header: Header; mayReplace: boolean }): Promise<string> {
  const { dataDir } = env;
  refuseOtherSecret(header, env);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  showProgress('Opening the database');
  const server = await openServer(env);
  try {
    await settleRestores(env, () => readMark(server.ownerUrl));
    const files = openFileDrafts(env);
    const options = { ...source, ...server, mayReplace, files, findFaults: findBrokenRules, onProgress: showProgress };
    const restored = await restoreBackup(options).catch((error: unknown) => nameFullDisk(env, error));
    const [passphrase = ''] = source.passphrases;
    if (env.backupPassphrase === undefined) storePassphrase(dataDir, passphrase);
    const notes = [
      ...(restored.isSecretReplaced
        ? ['The secret of the backup took the place of another one, which is kept beside it in DATA_DIR.']
        : []),
      ...bucketNotes(restored.contents),
      ...placeNotes(env, restored.contents),
      ...(findPassphrase(env) === passphrase ? [] : ['Backups of this site are sealed with another passphrase than this one.']),
    ];
    return [`${describeDatabase()} has the data of the backup now: ${describe(restored)}`, ...faultLines(restored), ...notes].join('\n');
  } finally {
    await server.stop();
  }
}

/** Says what to do where the backup and the settings name different places for pictures and sounds. */
function placeNotes({ bucket }: Env, contents: Contents): string[] {
  const from = contents.bucket?.place;
  const to = bucket && openBucket(bucket).place;
  if (from === to) return [];
  if (from === undefined)
    return contents.files === 0 ? [] : [`Its files are in DATA_DIR now; the site reads ${to}: npm run move-files -- bucket`];
  if (to === undefined) return ['Set STORAGE_URL and its key before you start, or the site has none of them.'];
  return [`STORAGE_URL is another bucket, ${to}: copy the files there, or correct it.`];
}

/** The bundled PostgreSQL ends when its disk fills up while it writes its log; the connection then only reports that it broke. */
async function nameFullDisk({ databaseUrl, dataDir }: Env, error: unknown): Promise<never> {
  const { bavail, bsize } = await statfs(dataDir);
  const isFull = databaseUrl === undefined && bavail * bsize < LOG_SEGMENT_BYTES;
  throw isFull && isDatabaseAway(error) ? new BackupError('the disk is full.', { cause: error }) : error;
}

async function openServer({ databaseUrl, databaseOwnerUrl, dataDir }: Env): Promise<EmbeddedPostgres> {
  if (databaseUrl) return { url: databaseUrl, ownerUrl: databaseOwnerUrl ?? databaseUrl, stop: async () => undefined };
  return startEmbeddedPostgres({ dataDir: resolve(dataDir), log: (line) => console.log(line) });
}

function describe({ contents }: Restored): string {
  const { madeAt, version } = contents;
  return `${contentsText(contents)}, as of ${madeAt.slice(0, 16).replace('T', ' ')} UTC, by version ${version}.`;
}

function faultLines({ faults }: Restored): string[] {
  if (faults.length === 0) return ['Stock, orders and money agree.'];
  return ['It is as it was saved, but the data itself is inconsistent:', ...faults];
}
