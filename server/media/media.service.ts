import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { AppError } from '#shared/errors.ts';
import { defaultCoverId } from '#shared/media/cover-choice.ts';
import { coverRatios, type CoverRatio } from '#shared/media/cover-ratios.ts';
import type { Context } from '#server/context.ts';
import { pictureFolder } from '#server/gallery/picture-folder.ts';
import { drawCover } from './covers/cover.ts';
import { findEventName } from './media.queries.ts';

/** The largest id a row can have. */
const ID_MAX = 2_147_483_647;

/** Art direction §6: the poster of an event, also of one that does not exist (yet), or `default`. @throws not_found */
export async function coverOf(ctx: Context, id: string, ratio: string): Promise<string> {
  if (!isRatio(ratio)) throw new AppError('not_found');
  const size = coverRatios[ratio];
  if (id === defaultCoverId) return drawCover({ id, ...size });
  if (!/^[1-9]\d*$/.test(id) || Number(id) > ID_MAX) throw new AppError('not_found');
  return drawCover({ id: Number(id), ...size, letter: await findEventName(ctx.db, Number(id)) });
}

const isRatio = (text: string): text is CoverRatio => Object.hasOwn(coverRatios, text);

const types: Record<string, string> = {
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
};

/** A plain name inside the folder: no path, no dot file, no second dot that could hide what it is. */
const FILE_NAME = /^[\w-]{1,120}\.[a-z]{3,4}$/i;

export type Picture = { type: string; content: Buffer };

/** A picture file of the gallery. @throws not_found */
export async function galleryPicture({ env }: Context, file: string): Promise<Picture> {
  const type = types[extname(file).toLowerCase()];
  if (!type || !FILE_NAME.test(file)) throw new AppError('not_found');
  const content = await readFile(join(pictureFolder(env), file)).catch((error: NodeJS.ErrnoException) => {
    throw absent.has(error.code) ? new AppError('not_found') : error;
  });
  return { type, content };
}

/** What the system says of a file that is not there, or is a folder. */
const absent = new Set<string | undefined>(['ENOENT', 'EISDIR', 'ENOTDIR']);
