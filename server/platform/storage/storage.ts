import { resolve } from 'node:path';
import type { Env } from '#server/platform/config/env.ts';
import { type Bucket, openBucket } from './bucket.ts';
import { type Folder, openFolder } from './folder.ts';

export type Storage = Folder | Bucket;

/** Opens the bucket of `STORAGE_URL`, else the folder `DATA_DIR`. Nothing is loaded or connected before the first use. */
export const openStorage = ({ bucket, dataDir }: Pick<Env, 'bucket' | 'dataDir'>): Storage =>
  bucket ? openBucket(bucket) : openFolder(resolve(dataDir));

/** The owner's own pictures, the files made of pictures, and the sounds of acts: what cannot be made again. */
export const STORED_FOLDERS = ['pictures', 'media/gallery', 'media/sounds'] as const;

export const PICTURE_FOLDER = 'media/gallery';
export const SOUND_FOLDER = 'media/sounds';
