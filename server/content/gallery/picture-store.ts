import { createHash } from 'node:crypto';
import { join, parse } from 'node:path';
import type { Env } from '#server/platform/config/env.ts';
import type { Context } from '#server/platform/context.ts';
import { PICTURE_FOLDER } from '#server/platform/storage/storage.ts';
import { type Album, PICTURE_FORMATS, pictureFile } from '#shared/gallery/pictures.ts';
import { findBySource, type GalleryImage, hideAllBut, updatePlace, upsertImage } from '#server/content/gallery/gallery.queries.ts';
import { decodePicture, encodePicture, type Pixels, type Refusal, widthsOf } from '#server/content/gallery/picture-decoder.ts';

/** The sources of the owner's pictures (an upload has only its row); placeholder images are ours. */
export type PictureSource = 'folder' | 'drive' | 'upload';

/**
 * A picture of the owner. `sourceId`: its permanent name at its source. `checksum`: changes with its content. `name`: its English
 * description (`pictureName` derives one from a file name). `nameKa`: the Georgian one; empty means `name`.
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

type PictureFiles = Pick<GalleryImage, 'file' | 'widths' | 'width' | 'height'>;
type StoreOutcome = { outcome: 'stored' | 'unchanged' } | { outcome: 'refused'; reason: Refusal };

/**
 * Returns true if the picture is stored with this checksum and all its files; then it is shown, with the entry's names and place. Otherwise
 * its content is needed.
 */
export async function retainPicture(ctx: Context, entry: PictureEntry): Promise<boolean> {
  const known = await findBySource(ctx.db, entry.source, entry.sourceId);
  if (!known || known.checksum !== entry.checksum || !(await hasFiles(ctx, known))) return false;
  if (!isSamePlace(known, entry)) await updatePlace(ctx.db, known.id, entry);
  return true;
}

/**
 * Makes a picture's files in every width and format, before its row, so that no page links to a missing file. Nothing changes if the
 * checksum is already stored, or the file is not a picture. Rejects between two files when `stopping` aborts; then the row is not written.
 */
export async function storePicture(
  ctx: Context,
  { content, ...entry }: PictureEntry & { content: Buffer },
  stopping?: AbortSignal,
): Promise<StoreOutcome> {
  if (await retainPicture(ctx, entry)) return { outcome: 'unchanged' };
  const files = (await findFiles(ctx, { content, ...entry })) ?? (await writeFiles(ctx, { content, ...entry }, stopping));
  if (typeof files === 'string') return { outcome: 'refused', reason: files };
  const { file, widths, width, height } = files;
  await upsertImage(ctx.db, { ...entry, file, widths, width, height });
  return { outcome: 'stored' };
}

/** Returns the files of the same content, which has only another checksum, as after a copy to another disk. */
async function findFiles(ctx: Context, entry: PictureEntry & { content: Buffer }): Promise<PictureFiles | undefined> {
  const known = await findBySource(ctx.db, entry.source, entry.sourceId);
  return known?.file === pictureStem(entry) && (await hasFiles(ctx, known)) ? known : undefined;
}

/** Makes a picture's files without showing them; returns the reason if the file is not a picture. */
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

/** Hides pictures that a source no longer has; one that returns is shown again. Returns how many were hidden. */
export const hidePictures = (ctx: Context, source: PictureSource, storeSourceIds: readonly string[]): Promise<number> =>
  hideAllBut(ctx.db, source, storeSourceIds);

async function writeWidth({ storage }: Context, file: string, pixels: Pixels, width: number, stopping?: AbortSignal): Promise<void> {
  for await (const { format, content } of encodePicture(pixels, width)) {
    stopping?.throwIfAborted();
    await storage.put(storedPicture(pictureFile(file, width, format)), content);
  }
}

type Stored = Pick<GalleryImage, 'file' | 'widths'>;

export const hasFiles = ({ storage }: Context, image: Stored): Promise<boolean> => storage.hasAll(filesOf(image));

/** Returns the names of a picture's files in the storage. */
export const filesOf = ({ file, widths }: Stored): string[] =>
  widths.flatMap((width) => PICTURE_FORMATS.map((format) => storedPicture(pictureFile(file, width, format))));

/** Returns the name in the storage of a file of any album, `{file}-{width}.{format}`. */
export const storedPicture = (file: string): string => `${PICTURE_FOLDER}/${file}`;

const isSamePlace = (image: GalleryImage, { album, name, nameKa, position }: PictureEntry): boolean =>
  !image.isHidden && image.album === album && image.name === name && image.nameKa === nameKa && image.position === position;

/** The folder of all albums' files without a bucket, and always of those that are made of placeholder images. */
export const pictureFolder = (env: Env): string => join(env.dataDir, PICTURE_FOLDER);

const NAME_MAX = 120;
const SLUG_MAX = 60;
const HASH_LENGTH = 10;

/** Control characters, direction marks and separators: `Main_hall 03.jpg` → `Main hall 03`. */
const NOT_TEXT = /[\p{C}_\s]+/gu;

/** Returns a readable description from a file name; empty if it describes nothing. */
export function pictureName(fileName: string): string {
  const text = parse(fileName.normalize('NFC')).name.replaceAll(NOT_TEXT, ' ').trim();
  return [...text].slice(0, NAME_MAX).join('').trim();
}

/**
 * Returns a picture's name in URLs: `main-hall-03-5f2c9a81d4`. It depends on content and source, so that a URL never shows another picture
 * and no two pictures share files.
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
