import type { Sharp } from 'sharp';
import { createQueue } from '#server/platform/queue.ts';
import { PICTURE_FORMATS, PICTURE_WIDTHS, type PictureFormat } from '#shared/gallery/pictures.ts';
import { decodeApart } from './picture-sandbox.ts';
import { loadSharp } from './sharp.ts';

export const PICTURE_BYTES_MAX = 40 * 1024 * 1024;
const DECODE_SECONDS = 60;
/** 50 megapixels take hundreds of megabytes to decode, so uploads, event photos and the mirror take turns. */
const decoding = createQueue({ atOnce: 1, waiting: 50, retryAfterSeconds: 10 });

/** Why a picture is refused, as sentences for the owner. */
export const refusals = {
  too_large: 'The file is larger than 40 MB.',
  heic: 'HEIC pictures cannot be read: save it as JPEG.',
  not_a_picture: 'The file is not a JPEG, PNG, WebP, AVIF or GIF picture.',
  too_many_pixels: 'The picture has more than 50 megapixels.',
  too_long: 'The picture is more than eight times as long as it is wide.',
  damaged: 'The picture is damaged and cannot be read to its end.',
} as const;
export type Refusal = keyof typeof refusals;

/** A picture as bytes of red, green and blue, upright and as wide as its widest file. */
export type Pixels = { data: Buffer; width: number; height: number };

const encoders: Record<PictureFormat, (picture: Sharp) => Sharp> = {
  avif: (picture) => picture.avif({ quality: 50, effort: 2 }),
  webp: (picture) => picture.webp({ quality: 78 }),
  jpg: (picture) => picture.jpeg({ quality: 80, mozjpeg: true }),
};

/**
 * Decodes a picture: upright, in sRGB, the first frame of an animation, transparency on coal. Nothing else in the file is kept, such as its
 * location or hidden content. The file is read in its own process (picture-sandbox.ts).
 */
export async function decodePicture(content: Buffer, limitSeconds = DECODE_SECONDS): Promise<Pixels | Refusal> {
  return decoding.run(() => decode(content, limitSeconds));
}

async function decode(content: Buffer, limitSeconds: number): Promise<Pixels | Refusal> {
  if (content.length > PICTURE_BYTES_MAX) return 'too_large';
  const kind = pictureKind(content);
  if (kind === 'heic') return 'heic';
  if (kind === undefined) return 'not_a_picture';
  const decoded = await decodeApart(content, limitSeconds);
  if (decoded === undefined) return 'damaged';
  const { head, data } = decoded;
  return 'refusal' in head ? head.refusal : { data, ...head };
}

/** Returns the standard widths below the picture's own, and its own. */
export function widthsOf({ width }: { width: number }): number[] {
  const narrower = PICTURE_WIDTHS.filter((each) => each < width);
  return [...narrower, width];
}

type EncodedPicture = { format: PictureFormat; content: Buffer };

/** Encodes the picture in one width, one format after the other, so that the caller can stop in between. */
export async function* encodePicture(pixels: Pixels, target: number): AsyncGenerator<EncodedPicture> {
  for (const format of PICTURE_FORMATS) yield { format, content: await encodeFile(pixels, target, format) };
}

export async function encodeFile({ data, width, height }: Pixels, target: number, format: PictureFormat): Promise<Buffer> {
  const sharp = await loadSharp();
  const resized = sharp(data, { raw: { width, height, channels: 3 } }).resize({ width: target });
  return encoders[format](resized).timeout({ seconds: DECODE_SECONDS }).toBuffer();
}

/** How many bytes are searched for the kind of a file. */
const HEAD = 64;
const HEIC_BRANDS = ['heic', 'heix', 'hevc', 'heim', 'heis', 'hevx', 'mif1', 'msf1'];

type PictureKind = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif' | 'heic';

/** Returns the kind of a file by its first bytes, whatever its name: other kinds never reach a decoder. */
function pictureKind(content: Buffer): PictureKind | undefined {
  const head = content.toString('latin1', 0, HEAD);
  if (head.startsWith('\xFF\xD8\xFF')) return 'jpeg';
  if (head.startsWith('\x89PNG\r\n\x1A\n')) return 'png';
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'gif';
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'webp';
  if (head.startsWith('ftyp', 4)) return kindOfBrands(head.slice(8));
  return undefined;
}

/** Several kinds share one box type, and its brands tell them apart; every AVIF has the brand `avif`. */
function kindOfBrands(brands: string): PictureKind | undefined {
  if (brands.includes('avif')) return 'avif';
  return HEIC_BRANDS.some((brand) => brands.includes(brand)) ? 'heic' : undefined;
}
