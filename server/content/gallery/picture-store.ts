import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import type { Env } from '#server/platform/config/env.ts';
import type { Context } from '#server/platform/context.ts';
import { fillWhole } from '#server/platform/files.ts';
import { type Album, PICTURE_FORMATS, pictureFile } from '#shared/gallery/pictures.ts';
import { findBySource, type GalleryImage, hideAllBut, updatePlace, upsertImage } from './gallery.queries.ts';
import { decodePicture, encodePicture, type Pixels, type Refusal, widthsOf } from './picture-decoder.ts';

/** Where an owner's pictures come from (an upload has no source but its row); placeholder images are ours. */
export type PictureSource = 'folder' | 'drive' | 'upload';

/**
 * A picture of somebody's: `sourceId` is its name for good where it comes from, `checksum` anything that changes with its content there.
 * `name` says in English what it shows (`pictureName` makes one of a file name), `nameKa` in Georgian; empty is like `name`.
 */
export type PictureEntry = {
  album: Album;
  source: PictureSource;
  sourceId: string;
  checksum: string;
  name: string;
  nameKa: string;
  position: number;
};

export type PictureFiles = Pick<GalleryImage, 'file' | 'widths' | 'width' | 'height'>;
export type StoreOutcome = { outcome: 'stored' | 'unchanged' } | { outcome: 'refused'; reason: Refusal };

/**
 * Returns true if the picture is stored with this checksum, files and all: then it is shown, again if it was hidden, under the name and at the
 * place the entry says. Otherwise its content is needed.
 */
export async function keepPicture(ctx: Context, entry: PictureEntry): Promise<boolean> {
  const known = await findBySource(ctx.db, entry.source, entry.sourceId);
  if (!known || known.checksum !== entry.checksum || !hasFiles(ctx, known)) return false;
  if (!isSamePlace(known, entry)) await updatePlace(ctx.db, known.id, entry);
  return true;
}

/**
 * Makes a picture's files in every width and format and shows it; the row comes last, so that no page ever points to a file that is
 * not there. Brought again with the same checksum it stays as it is. What is no picture is refused; a picture stored before stands.
 * Rejects between two files when `stopping` is raised: nothing of the picture is shown then.
 */
export async function storePicture(
  ctx: Context,
  { content, ...entry }: PictureEntry & { content: Buffer },
  stopping?: AbortSignal,
): Promise<StoreOutcome> {
  if (await keepPicture(ctx, entry)) return { outcome: 'unchanged' };
  const files = await writeFiles(ctx, { content, ...entry }, stopping);
  if (typeof files === 'string') return { outcome: 'refused', reason: files };
  await upsertImage(ctx.db, { ...entry, ...files });
  return { outcome: 'stored' };
}

/** Makes a picture's files; nothing shows them yet. What is no picture is refused. */
export async function writeFiles(
  ctx: Context,
  { content, ...entry }: PictureEntry & { content: Buffer },
  stopping?: AbortSignal,
): Promise<PictureFiles | Refusal> {
  const pixels = await decodePicture(content);
  if (typeof pixels === 'string') return pixels;
  const file = pictureStem({ ...entry, content });
  const widths = widthsOf(pixels);
  for (const width of widths) await writeWidth(ctx, file, pixels, width, stopping);
  return { file, widths, width: pixels.width, height: pixels.height };
}

/** Hides what a source no longer has; a picture that comes back is shown again. Returns how many were hidden. */
export const hidePictures = (ctx: Context, source: PictureSource, keepSourceIds: readonly string[]): Promise<number> =>
  hideAllBut(ctx.db, source, keepSourceIds);

async function writeWidth({ env }: Context, file: string, pixels: Pixels, width: number, stopping?: AbortSignal): Promise<void> {
  for await (const { format, content } of encodePicture(pixels, width)) {
    stopping?.throwIfAborted();
    const target = join(pictureFolder(env), pictureFile(file, width, format));
    await fillWhole(target, (draft) => writeFile(draft, content, { flush: true }));
  }
}

export function hasFiles({ env }: Context, { file, widths }: Pick<GalleryImage, 'file' | 'widths'>): boolean {
  const folder = pictureFolder(env);
  return widths.every((width) => PICTURE_FORMATS.every((format) => existsSync(join(folder, pictureFile(file, width, format)))));
}

const isSamePlace = (image: GalleryImage, { album, name, nameKa, position }: PictureEntry): boolean =>
  !image.isHidden && image.album === album && image.name === name && image.nameKa === nameKa && image.position === position;

/** Where the files of all albums lie, `{file}-{width}.{format}`, ready to be sent. */
export const pictureFolder = (env: Env): string => join(env.dataDir, 'media', 'gallery');

const NAME_MAX = 120;
const SLUG_MAX = 60;
const HASH_LENGTH = 10;

/** Controls, marks that turn the direction of writing, and what stands for a gap: `Main_hall 03.jpg` → `Main hall 03`. */
const NOT_TEXT = /[\p{C}_\s]+/gu;

/** What a file name says of its picture, fit to be read; empty when it says nothing. */
export function pictureName(fileName: string): string {
  const text = parse(fileName.normalize('NFC')).name.replaceAll(NOT_TEXT, ' ').trim();
  return [...text].slice(0, NAME_MAX).join('').trim();
}

/**
 * `main-hall-03-5f2c9a81d4`: what a picture is called in addresses. It follows the content and where it came from, so that an address
 * never shows anything else and no two pictures share their files.
 */
export function pictureStem({ name, source, sourceId, content }: { name: string; source: string; sourceId: string; content: Buffer }) {
  const hash = createHash('sha256').update(`${source}\n${sourceId}\n`).update(content).digest('hex').slice(0, HASH_LENGTH);
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_MAX)
    .replaceAll(/^-+|-+$/g, '');
  return `${slug || 'picture'}-${hash}`;
}
