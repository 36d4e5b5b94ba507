import { Decrypter, Encrypter } from 'age-encryption';
import * as fc from 'fast-check';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { findBrokenRules } from '#server/backoffice/consistency/consistency.queries.ts';
import { passphrase, restoreInto, secret } from '#tests/factories/backups.ts';
import { rowsOf } from '#tests/factories/rows-of.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { createEmptyDatabase } from '#tests/setup/empty-database.ts';
import { createDatabaseFolder, createTestFolder } from '#tests/setup/folder.ts';
import { runOperatorCommand } from '#tests/setup/operator-command.ts';
import { readArchive } from './archive-reader.ts';
import { checkBackup } from './check.ts';
import { ENTRY } from './contents.ts';
import { openFileDrafts } from './file-drafts.ts';
import { saveBackup } from './save.ts';

const SEED = 20_261_129;
const PICTURES = 40;
/** Bytes of the header and seal of an empty file. */
const SHORTEST = 250;

/** Seals a backup again with a key that is derived at once: deriving the real one takes most of a second for each copy. */
async function sealQuickly(bytes: Uint8Array): Promise<Uint8Array> {
  const [before, after] = [new Decrypter(), new Encrypter()];
  before.addPassphrase(passphrase);
  after.setScryptWorkFactor(2);
  after.setPassphrase(passphrase);
  return after.encrypt(await before.decrypt(bytes));
}

/** Opens a club whose backup consists mostly of pictures, and makes copies of it that end at a random byte. */
async function openCutCopies() {
  const { ctx, deps } = await startTestApp();
  await createUser(ctx);
  const [dataDir, folder] = [createTestFolder(), createTestFolder()];
  for (let number = 0; number < PICTURES; number += 1) {
    const album = join(dataDir, 'media/gallery', String(number));
    mkdirSync(album, { recursive: true });
    // Sealed in pieces of 64 kB: some pictures are within a piece, others span several.
    writeFileSync(join(album, 'wide.avif'), randomBytes(3_000 + ((number * 7_919) % 90_000)));
  }
  const whole = join(folder, 'saved');
  await saveBackup({ site: { databaseUrl: deps.env.databaseUrl ?? '', dataDir, secret }, file: whole, passphrase, withSecret: true });
  const bytes = await sealQuickly(readFileSync(whole));
  writeFileSync(whole, bytes);
  const file = join(folder, 'cut');
  const refusal = `${file} is cut or damaged: take another backup.`;
  const places = fc.sample(fc.integer({ min: SHORTEST, max: bytes.length - 1 }), { seed: SEED, numRuns: 100 });
  return { file, whole, refusal, places, cutAt: (length: number) => writeFileSync(file, bytes.subarray(0, length)) };
}

test('a file that was cut at any of a hundred places is refused while its pictures are stored', async () => {
  const { file, whole, refusal, places, cutAt } = await openCutCopies();
  const read = async (from: string): Promise<string[]> => {
    const dataDir = createTestFolder();
    const drafts = openFileDrafts({ dataDir, secret: undefined });
    try {
      await readArchive(from, [passphrase], async ({ name, content }) => {
        if (name.startsWith(ENTRY.files)) await drafts.add(name.slice(ENTRY.files.length), content);
        else for await (const _ of content);
      });
      return readdirSync(dataDir, { recursive: true }).map(String);
    } finally {
      await drafts.drop();
    }
  };
  for (const place of places) {
    cutAt(place);
    await expect(read(file), `cut to ${place}`).rejects.toThrow(refusal);
  }
  expect((await read(whole)).filter((name) => name.endsWith('.avif'))).toHaveLength(PICTURES);
});

test('a restore and a check of a cut file end with its sentence, and leave nothing', async () => {
  const { file, whole, refusal, places, cutAt } = await openCutCopies();
  const [empty, dataDir] = [await createEmptyDatabase(), createDatabaseFolder()];
  for (const place of places.slice(0, 8)) {
    cutAt(place);
    const files = openFileDrafts({ dataDir, secret: undefined });
    await expect(restoreInto(empty, file, { files }), `cut to ${place}`).rejects.toThrow(refusal);
  }
  expect(readdirSync(dataDir)).toEqual([]);
  expect(await rowsOf(empty)).toEqual({});
  for (const place of places.slice(0, 2)) {
    cutAt(place);
    const check = checkBackup({ file, passphrases: [passphrase], dataDir, findFaults: findBrokenRules });
    await expect(check, `cut to ${place}`).rejects.toThrow(refusal);
  }
  expect(readdirSync(dataDir)).toEqual([]);
  await restoreInto(empty, whole);
});

test('the command says it of a cut file, with and without --check', async () => {
  const { file, refusal, places, cutAt } = await openCutCopies();
  const env = { DATABASE_URL: await createEmptyDatabase(), DATA_DIR: createDatabaseFolder(), BACKUP_PASSPHRASE: passphrase };
  for (const [index, place] of places.slice(8, 10).entries()) {
    cutAt(place);
    const run = runOperatorCommand('restore', index % 2 === 0 ? [file] : [file, '--check'], { env });
    await expect(run, `cut to ${place}`).rejects.toMatchObject({ code: 1, stderr: `Nothing was restored: ${refusal}\n` });
  }
  expect(readdirSync(env.DATA_DIR)).toEqual([]);
});
