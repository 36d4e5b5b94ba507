import { extname } from 'node:path';
import { storedPicture } from '#server/content/gallery/picture-store.ts';
import { placeholderPath } from '#server/content/gallery/placeholder-images.ts';
import { drawCover } from '#server/content/media/covers/cover.ts';
import type { Context } from '#server/platform/context.ts';
import type { OpenFile } from '#server/platform/storage/file-storage.ts';
import { openPath } from '#server/platform/storage/folder.ts';
import { AppError } from '#shared/errors.ts';
import type { CoverState } from '#shared/media/cover-state.ts';
import { type CoverRatio, coverRatios, defaultCoverId, promoCovers } from '#shared/media/covers.ts';
import { ID_MAX } from '#shared/wire.ts';
import { findPosterFacts } from './media.queries.ts';

/** Returns the poster of an announced event in a state of its life, of a promo, or `default`. @throws not_found */
export async function coverOf(ctx: Context, id: string, ratio: string, state?: CoverState): Promise<string> {
  if (!isRatio(ratio)) throw new AppError('not_found');
  const size = coverRatios[ratio];
  if (id === defaultCoverId || LOST_COVER.test(id)) return drawCover({ id, ...size });
  if (!/^[1-9]\d*$/.test(id) || Number(id) > ID_MAX) throw new AppError('not_found');
  if (promos.has(Number(id))) return drawCover({ id: Number(id), ...size });
  const event = await findPosterFacts(ctx.db, Number(id));
  if (!event) throw new AppError('not_found');
  return drawCover({ id: Number(id), ...size, letter: event.name, life: state && { ...event, state } });
}

/** The ids made by `lostCoverId`. */
const LOST_COVER = /^lost-\d{1,2}$/;
const promos = new Set<number>(Object.values(promoCovers));

const isRatio = (text: string): text is CoverRatio => Object.hasOwn(coverRatios, text);

const types: Record<string, string> = {
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
};

/** A plain name inside the folder: no path, no hidden file, no second dot that could disguise the type. */
const FILE_NAME = /^[\w-]{1,120}\.[a-z]{3,4}$/i;

/** Returns a picture file of the gallery or of a placeholder image, to be read or closed. @throws not_found */
export async function galleryPicture({ env, storage }: Context, file: string): Promise<OpenFile & { type: string }> {
  const type = types[extname(file).toLowerCase()];
  if (!type || !FILE_NAME.test(file)) throw new AppError('not_found');
  const placeholder = await placeholderPath(env, file);
  const picture = await (placeholder === undefined ? storage.open(storedPicture(file)) : openPath(placeholder));
  if (!picture) throw new AppError('not_found');
  return { ...picture, type };
}
