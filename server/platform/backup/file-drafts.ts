import { createWriteStream, existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { isAlive } from '#server/platform/files.ts';
import { checkPlace } from './saved-files.ts';
import { placeSecret, type SecretPlace, writeWhole } from './secret-place.ts';

const DRAFTS = 'restored-files.new-';
const SECRET = 'secret';
const PLAN = 'plan.json';
const Plan = z.object({ mark: z.string(), names: z.array(z.string()) });

export type FileDrafts = {
  add(name: string, content: Readable): Promise<void>;
  /** Writes down what is to be placed once the database has this mark: the files so far, and the secret. */
  plan(mark: string, secret: string | undefined): Promise<void>;
  /** Moves all to their places, over what is there. Returns true if the secret took the place of another one. What fails is done by the next start. */
  place(): Promise<boolean>;
  /** Only before the plan: afterwards `settleRestores` knows whether they are needed. */
  drop(): Promise<void>;
};

/** Stores restored files beside their places until the database is restored. */
export function openFileDrafts(place: SecretPlace): FileDrafts {
  const drafts = join(place.dataDir, `${DRAFTS}${process.pid}-0`);
  const names: string[] = [];
  return {
    async add(name, content) {
      checkPlace(name);
      const draft = join(drafts, name);
      await mkdir(dirname(draft), { recursive: true, mode: 0o700 });
      await pipeline(content, createWriteStream(draft, { flush: true }));
      names.push(name);
    },
    async plan(mark, secret) {
      await mkdir(drafts, { recursive: true, mode: 0o700 });
      if (secret !== undefined) await writeWhole(join(drafts, SECRET), secret);
      await writeWhole(join(drafts, PLAN), JSON.stringify({ mark, names } satisfies z.infer<typeof Plan>));
    },
    async place() {
      const isReplaced = await placeDrafts(place, drafts, names);
      await rm(drafts, { recursive: true, force: true });
      return isReplaced;
    },
    drop: () => rm(drafts, { recursive: true, force: true }),
  };
}

/** The secret first: without it nothing of the database can be read. Interrupted, it can be done again. */
async function placeDrafts(place: SecretPlace, drafts: string, names: readonly string[]): Promise<boolean> {
  const secret = await readFile(join(drafts, SECRET), 'utf8').catch(() => undefined);
  const isReplaced = await placeSecret(place, secret?.trim(), new Date());
  for (const name of names) {
    checkPlace(name);
    if (!existsSync(join(drafts, name))) continue;
    await mkdir(dirname(join(place.dataDir, name)), { recursive: true });
    await rename(join(drafts, name), join(place.dataDir, name));
  }
  return isReplaced;
}

/**
 * Ends what a killed restore left: where its transaction was committed, the files and the secret are placed, else they are thrown away. So
 * database, pictures and secret are of one backup, wherever it was killed. `readMark` reads the mark of the database.
 */
export async function settleRestores(place: SecretPlace, readMark: () => Promise<string | undefined>): Promise<void> {
  if (!existsSync(place.dataDir)) return;
  for (const name of readdirSync(place.dataDir).filter((each) => each.startsWith(DRAFTS))) {
    const maker = Number(name.slice(DRAFTS.length).split('-')[0]);
    const drafts = join(place.dataDir, name);
    const plan = await readPlan(drafts);
    // The number of a killed process may be another one's by now. One that has a plan holds the lock for which `readMark` waits.
    if (!plan && isAlive(maker)) continue;
    if (plan && plan.mark === (await readMark())) await placeDrafts(place, drafts, plan.names);
    await rm(drafts, { recursive: true, force: true });
  }
}

async function readPlan(drafts: string): Promise<z.infer<typeof Plan> | undefined> {
  const file = join(drafts, PLAN);
  return existsSync(file) ? Plan.parse(JSON.parse(await readFile(file, 'utf8'))) : undefined;
}
