import { join } from 'node:path';
import type { Env } from '#server/platform/config/env.ts';

/** Where the files of all albums lie, `{file}-{width}.{format}`, ready to be sent. */
export const pictureFolder = (env: Env): string => join(env.dataDir, 'media', 'gallery');
