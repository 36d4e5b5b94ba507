import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { createOnce } from '#server/platform/files.ts';
import { BackupError } from './backup-error.ts';

/** Without letters and digits that look alike on paper. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 6;
const GROUP_LENGTH = 4;
const PASSPHRASE_MIN_LENGTH = 12;

const passphraseFile = (dataDir: string): string => join(dataDir, 'backup-passphrase');

type Place = { dataDir: string; backupPassphrase: string | undefined };

/** Returns the passphrase of this site: the configured one, or the one in its folder. */
export function findPassphrase({ dataDir, backupPassphrase }: Place): string | undefined {
  if (backupPassphrase) return backupPassphrase;
  try {
    return readFileSync(passphraseFile(dataDir), 'utf8').trim() || undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Returns the passphrase of this site; generates one of 118 bits if there is none. */
export function ensurePassphrase(place: Place): string {
  const known = findPassphrase(place);
  if (known !== undefined) return known;
  mkdirSync(place.dataDir, { recursive: true, mode: 0o700 });
  storePassphrase(place.dataDir, randomPassphrase());
  return findPassphrase(place) ?? '';
}

/** Stores a passphrase for the site's future backups, unless it has one. */
export const storePassphrase = (dataDir: string, passphrase: string): boolean =>
  createOnce(passphraseFile(dataDir), `${passphrase}\n`, 0o600);

function randomPassphrase(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

type Terminal = { input: NodeJS.ReadableStream; output: NodeJS.WritableStream };

/** Asks for a new passphrase twice at a terminal, with hidden input. @throws BackupError */
export async function typeNewPassphrase(terminal: Terminal): Promise<string> {
  const [first = '', second] = await typeHidden(terminal, ['Passphrase for the backup: ', 'Once more: ']);
  if (first !== second) throw new BackupError('the two passphrases differ.');
  if (first.length < PASSPHRASE_MIN_LENGTH) throw new BackupError(`the passphrase must have ${PASSPHRASE_MIN_LENGTH} characters or more.`);
  return first;
}

export const typePassphrase = async (terminal: Terminal): Promise<string> =>
  (await typeHidden(terminal, ['Passphrase of the backup: ']))[0] ?? '';

async function typeHidden({ input, output }: Terminal, questions: string[]): Promise<string[]> {
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: hidden, terminal: true });
  const answers: string[] = [];
  try {
    for (const question of questions) {
      output.write(question);
      answers.push(
        await lines
          .question('')
          .catch((error: unknown) => {
            throw new BackupError('it was interrupted.', { cause: error });
          })
          .finally(() => output.write('\n')),
      );
    }
  } finally {
    lines.close();
  }
  return answers;
}
