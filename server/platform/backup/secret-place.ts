import { readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError } from './backup-error.ts';
import type { Header } from './contents.ts';
import { secretMarks } from './save.ts';

/** The data folder of a site, and its secret if one is configured. */
export type SecretPlace = { dataDir: string; secret: string | undefined };

/** Refuses a restore after which sealed data could not be read and tickets not be scanned. @throws BackupError */
export function refuseOtherSecret(
  { secretMarks: wanted, hasSecret }: Pick<Header, 'secretMarks' | 'hasSecret'>,
  { dataDir, secret }: SecretPlace,
): void {
  if (secret !== undefined && !knows(secret, wanted)) {
    throw new BackupError('SECRET is another one than that of the site which made the backup: set that one.');
  }
  if (!hasSecret && !knows(secret ?? readSecret(dataDir), wanted)) {
    const place = join(dataDir, 'secret');
    throw new BackupError(
      `the backup is without its secret: write that of its site into ${place}, behind one that is there and a comma, or set SECRET.`,
    );
  }
}

const knows = (secret = '', wanted: readonly string[]): boolean => wanted.every((mark) => secretMarks(secret).includes(mark));

/**
 * Stores the secret of a restored site in its folder, unless the present one contains it, as after a replacement. A different present one
 * is kept beside it, and true is returned.
 */
export async function placeSecret({ dataDir, secret: configured }: SecretPlace, secret: string | undefined, now: Date): Promise<boolean> {
  const here = readSecret(dataDir);
  if (configured !== undefined || secret === undefined || knows(here, secretMarks(secret))) return false;
  const file = join(dataDir, 'secret');
  if (here !== undefined) await writeWhole(`${file}.before-${now.toISOString().replaceAll(/[:.]/g, '-')}`, here);
  await writeWhole(file, secret);
  return here !== undefined;
}

function readSecret(dataDir: string): string | undefined {
  try {
    return readFileSync(join(dataDir, 'secret'), 'utf8').trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes a file that only its owner can read; interrupted, it leaves the old one whole. */
export async function writeWhole(file: string, content: string): Promise<void> {
  const draft = await open(`${file}.${process.pid}`, 'w', 0o600);
  try {
    await draft.writeFile(`${content}\n`);
    await draft.sync();
  } finally {
    await draft.close();
  }
  await rename(`${file}.${process.pid}`, file);
}
