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
  /** Writes down what to place once the database has this mark: the files so far, and the secret. */
  plan(mark: string, secret: string | undefined): Promise<void>;
  /**
   * Moves all drafts to their places and replaces existing files. Returns true if the secret replaced another one. The next start completes
   * what failed.
   */
  place(): Promise<boolean>;
  /** Deletes the drafts; only before the plan, because afterwards `settleRestores` knows whether they are needed. */
  drop(): Promise<void>;
};

/** Stores restored files beside their final places until the database is restored. */
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

/** Places the secret first, because the database cannot be read without it. Can be repeated after an interruption. */
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
 * Completes a killed restore: if its transaction was committed, its files and secret are placed, else they are deleted. So database,
 * pictures and secret always belong to one backup. `readMark` reads the mark of the database.
 */
export async function settleRestores(place: SecretPlace, readMark: () => Promise<string | undefined>): Promise<void> {
  if (!existsSync(place.dataDir)) return;
  for (const name of readdirSync(place.dataDir).filter((each) => each.startsWith(DRAFTS))) {
    const maker = Number(name.slice(DRAFTS.length).split('-')[0]);
    const drafts = join(place.dataDir, name);
    const plan = await readPlan(drafts);
    // The id of a killed process may belong to another one by now. A restore that has a plan holds the lock for which `readMark` waits.
    if (!plan && isAlive(maker)) continue;
    if (plan && plan.mark === (await readMark())) await placeDrafts(place, drafts, plan.names);
    await rm(drafts, { recursive: true, force: true });
  }
}

async function readPlan(drafts: string): Promise<z.infer<typeof Plan> | undefined> {
  const file = join(drafts, PLAN);
  return existsSync(file) ? Plan.parse(JSON.parse(await readFile(file, 'utf8'))) : undefined;
}
