import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Env } from '#server/platform/config/env.ts';

/** The file of an update that may still go back to its copy of the data; it is beside the link `current`. */
export const BEGUN = 'update-begun.json';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Returns true while what a server writes could be lost: `current` is beside the data for a club of a group, else beside `releases/`. */
export const isUpdateBegun = ({ dataDir }: Pick<Env, 'dataDir'>): boolean =>
  [dirname(resolve(dataDir)), resolve(root, '../..')].some((base) => existsSync(join(base, BEGUN)));
