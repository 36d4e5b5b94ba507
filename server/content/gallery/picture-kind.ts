/** How far into a file its kind is looked for. */
const HEAD = 64;
const HEIC_BRANDS = ['heic', 'heix', 'hevc', 'heim', 'heis', 'hevx', 'mif1', 'msf1'];

export type PictureKind = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif' | 'heic';

/** What a file is by its first bytes, whatever its name says: only these kinds ever reach a decoder. */
export function pictureKind(content: Buffer): PictureKind | undefined {
  const head = content.toString('latin1', 0, HEAD);
  if (head.startsWith('\xFF\xD8\xFF')) return 'jpeg';
  if (head.startsWith('\x89PNG\r\n\x1A\n')) return 'png';
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'gif';
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'webp';
  if (head.startsWith('ftyp', 4)) return kindOfBrands(head.slice(8));
  return undefined;
}

/** One box for several kinds: the brands say which. Every AVIF names its own. */
function kindOfBrands(brands: string): PictureKind | undefined {
  if (brands.includes('avif')) return 'avif';
  return HEIC_BRANDS.some((brand) => brands.includes(brand)) ? 'heic' : undefined;
}
