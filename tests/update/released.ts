import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';

const root = join(import.meta.dirname, '../..');
const JOURNAL = 'server/platform/db/migrations/meta/_journal.json';
const Journal = z.object({ entries: z.array(z.object({ tag: z.string() })) });

export const tagsIn = (journal: string): string[] => Journal.parse(JSON.parse(journal)).entries.map(({ tag }) => tag);

type Release = { commit: string; migrations: string[] };

/** Returns the release of the version in package.json, by the commit that wrote it there; undefined in a folder without the history. */
function findReleased(): Release | undefined {
  const git = (...args: string[]) => execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' }).trim();
  const answer = spawnSync('git', ['-C', root, 'rev-parse', '--is-shallow-repository'], { encoding: 'utf8' });
  if (answer.stdout?.trim() !== 'false') return undefined;
  const commit = git('log', '--max-count=1', '--format=%H', '-G^  "version":', '--', 'package.json');
  return { commit, migrations: tagsIn(git('show', `${commit}:${JOURNAL}`)) };
}

/** The release that may run while the next one migrates, or again after it. */
export const released = findReleased();
