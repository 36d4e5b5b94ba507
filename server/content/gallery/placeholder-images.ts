import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { PLACEHOLDER_SOURCE } from '#server/content/content.table.ts';
import list from '#server/content/gallery/placeholder-images/index.json' with { type: 'json' };
import type { Env } from '#server/platform/config/env.ts';
import { type Context, withTransaction } from '#server/platform/context.ts';
import { fillWhole } from '#server/platform/files.ts';
import { createQueue } from '#server/platform/queue.ts';
import { ALBUMS, PICTURE_FORMATS, pictureFile, type PictureFormat } from '#shared/gallery/pictures.ts';
import { findAllOfSource, hideAllBut, upsertImage } from '#server/content/gallery/gallery.queries.ts';
import { decodePicture, encodeFile, widthsOf } from '#server/content/gallery/picture-decoder.ts';
import { pictureFolder } from './picture-store.ts';

const masters = fileURLToPath(new URL('./placeholder-images', import.meta.url));
/** Written by set-up (tools/size-placeholder-images.ts). */
const narrower = fileURLToPath(new URL('../../../generated/placeholder-images', import.meta.url));

/** Each has a master `{file}.avif`, as wide as its widest file. Browsers cache a file for a year, so another picture needs a new name. */
export const placeholderImages = z
  .array(
    z.object({
      file: z.string(),
      album: z.enum(ALBUMS),
      position: z.number(),
      name: z.string(),
      nameKa: z.string(),
      width: z.number(),
      height: z.number(),
    }),
  )
  .parse(list);

type PlaceholderFile = { file: string; width: number; format: PictureFormat; isMaster: boolean };

const FILES = new Map<string, PlaceholderFile>(
  placeholderImages.flatMap(({ file, ...size }) =>
    widthsOf(size).flatMap((width) =>
      PICTURE_FORMATS.map((format) => [pictureFile(file, width, format), { file, width, format, isMaster: width === size.width }] as const),
    ),
  ),
);

/** What is true of the demo's club alone. */
const DEMO_ALBUMS: ReadonlySet<string> = new Set(['gallery', 'map']);

/** Shows our placeholder images in the albums. Writes nothing if they are already there. */
export async function showPlaceholderImages(ctx: Context): Promise<void> {
  const { placeholderImages: isOn, demo } = ctx.env;
  const wanted = placeholderImages.filter(({ album }) => isOn && (demo !== 'off' || !DEMO_ALBUMS.has(album)));
  await withTransaction(ctx, async ({ db }) => {
    const known = new Map((await findAllOfSource(db, PLACEHOLDER_SOURCE)).map((image) => [image.sourceId, image]));
    for (const entry of wanted) {
      const image = { ...entry, source: PLACEHOLDER_SOURCE, sourceId: entry.file, checksum: '', widths: widthsOf(entry), isHidden: false };
      const shown = known.get(entry.file);
      if (!shown || !isDeepStrictEqual({ ...shown, ...image }, shown)) await upsertImage(db, image);
    }
    await hideAllBut(
      db,
      PLACEHOLDER_SOURCE,
      wanted.map(({ file }) => file),
    );
  });
}

/** One at a time, so that the site can serve requests; requests for one file wait for the first one's result. */
const making = createQueue({ atOnce: 1, waiting: 1_000, retryAfterSeconds: 10 });

/**
 * Returns the path of a placeholder image's file; undefined for any other name. AVIFs come with the release (masters) and from set-up; a
 * WebP or JPEG, for old browsers, is made on its first request.
 */
export async function placeholderPath(env: Env, name: string): Promise<string | undefined> {
  const wanted = env.placeholderImages ? FILES.get(name) : undefined;
  if (!wanted) return undefined;
  if (wanted.format === 'avif') return wanted.isMaster ? masterOf(wanted) : join(narrower, name);
  const target = join(pictureFolder(env), name);
  if (!existsSync(target))
    await making.run(async () => {
      if (!existsSync(target)) await fillWhole(target, async (draft) => writeFile(draft, await encode(wanted), { flush: true }));
    });
  return target;
}

const masterOf = ({ file }: PlaceholderFile): string => join(masters, `${file}.avif`);

async function encode(wanted: PlaceholderFile): Promise<Buffer> {
  const pixels = await decodePicture(await readFile(masterOf(wanted)));
  if (typeof pixels === 'string') throw new Error(`The master of ${wanted.file} cannot be decoded: ${pixels}`);
  return encodeFile(pixels, wanted.width, wanted.format);
}
