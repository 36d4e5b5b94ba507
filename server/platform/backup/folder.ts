import { join } from 'node:path';
import type { Env } from '#server/platform/config/env.ts';

/** The folder of backups, if a command names no other. */
export const backupFolder = ({ backupFolder: configured, dataDir }: Pick<Env, 'backupFolder' | 'dataDir'>): string =>
  configured ?? join(dataDir, 'backups');
