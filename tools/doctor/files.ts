import { constants } from 'node:fs';
import { access, readdir, stat, statfs } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fault, type Finding, well } from './finding.ts';
import type { Site } from './site.ts';

const GIGABYTE = 1024 ** 3;
/** With less, a busy evening, its pictures and a backup may fill the disk. */
const FREE_MIN = GIGABYTE;
const OTHERS = 0o007;
const GROUP_WRITES = 0o020;

/** Checks the free space of the data folder's disk. */
export async function checkDisk({ env }: Site): Promise<Finding[]> {
  const { bavail, bsize, files, ffree } = await statfs(resolve(env.dataDir));
  const free = bavail * bsize;
  const text = `${(free / GIGABYTE).toFixed(1)} GB free in DATA_DIR`;
  if (free < FREE_MIN) return [fault('disk', text, 'free some space, or move DATA_DIR to a larger disk')];
  if (files > 0 && ffree / files < 0.02) return [fault('disk', 'almost no file can be made in DATA_DIR (inodes)', 'remove small files')];
  return [well('disk', text)];
}

/** Checks that only their owner may read the files, and that this user may write to the data folder. */
export async function checkFiles({ env, variables, settings }: Site): Promise<Finding[]> {
  const folder = resolve(env.dataDir);
  const secrets = [
    ...['secret', 'backup-passphrase', 'postgres-passwords'].map((name) => join(folder, name)),
    ...(await earlierSecretsIn(folder)),
    settings,
    ...['APPLE_PASS_KEY', 'GOOGLE_WALLET_ACCOUNT', 'DRIVE_SERVICE_ACCOUNT'].flatMap((name) => variables[name] ?? []),
    ...(await mailsIn(join(folder, 'mail'))),
  ];
  const found = (await Promise.all(secrets.map(checkSecret))).flat();
  if (env.secret === undefined && (await modeOf(join(folder, 'secret'))) === undefined)
    found.push(
      fault('files', `${folder} has no secret`, 'bring the file back from a backup, or set SECRET: tickets and personal data need it'),
    );
  if (!(await isWritable(folder)))
    found.push(fault('files', `${folder} cannot be written by this user`, `run as its owner, or chown -R it to the user of the service`));
  const mode = (await modeOf(folder)) ?? 0;
  // Execute permission is allowed: PostgreSQL started by root runs as another user, who must pass through.
  if ((mode & 0o066) !== 0) found.push(fault('files', `${folder} is open to other users (mode ${octal(mode)})`, `chmod 700 ${folder}`));
  return found.length > 0 ? found : [well('files', 'secrets are readable for their owner alone')];
}

async function checkSecret(file: string): Promise<Finding[]> {
  const mode = await modeOf(file);
  if (mode === undefined || (mode & (OTHERS | GROUP_WRITES)) === 0) return [];
  return [fault('files', `${file} is open to other users (mode ${octal(mode)})`, `chmod 600 ${file}`)];
}

/** A restore keeps the secret that it replaced. */
async function earlierSecretsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.startsWith('secret.')).map((name) => join(folder, name));
}

/** One mail is enough: all are written alike. */
async function mailsIn(folder: string): Promise<string[]> {
  const [first] = await readdir(folder).catch(() => []);
  return first === undefined ? [] : [join(folder, first)];
}

const octal = (mode: number): string => mode.toString(8).padStart(3, '0');

/** Returns the permission bits, or undefined if the file does not exist. */
const modeOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    (found) => found.mode & 0o777,
    () => undefined,
  );

const isWritable = (path: string): Promise<boolean> =>
  access(path, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
