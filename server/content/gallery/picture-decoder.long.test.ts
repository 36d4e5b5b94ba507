import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { decodePicture, encodePicture, PICTURE_BYTES_MAX, widthsOf, type Pixels, type Refusal } from './picture-decoder.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const RED = { r: 200, g: 10, b: 20 };
const BLUE = { r: 20, g: 30, b: 220 };

/** Red on the left, blue on the right. */
const halves = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: RED } }).composite([
    { input: { create: { width: width / 2, height, channels: 3, background: BLUE } }, left: width / 2, top: 0 },
  ]);
const jpeg = () => halves(600, 400).jpeg({ quality: 95 }).toBuffer();

function decoded(result: Pixels | Refusal): Pixels {
  if (typeof result === 'string') throw new Error(`refused: ${result}`);
  expect(result.data).toHaveLength(result.width * result.height * 3);
  return result;
}

/** Returns the colour at a place, to be compared with the tolerance of a lossy format. */
function colourAt({ data, width, height }: Pixels, x: number, y: number): string {
  const at = (Math.floor(y * height) * width + Math.floor(x * width)) * 3;
  return [...data.subarray(at, at + 3)].map((part) => Math.round(part / 20)).join(' ');
}
const near = ({ r, g, b }: typeof RED): string => [r, g, b].map((part) => Math.round(part / 20)).join(' ');

test('a picture that was taken upright is turned upright, and where it was taken is forgotten', async () => {
  const content = await sharp(await jpeg())
    .withExif({ IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitude: '41/1 43/1 0/1', GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 95 })
    .toBuffer();
  expect((await sharp(content).metadata()).exif).toBeDefined();
  expect(content.includes('somebody')).toBe(true);
  const pixels = decoded(await decodePicture(content));
  expect([pixels.width, pixels.height]).toEqual([400, 600]);
  expect([colourAt(pixels, 0.5, 0.2), colourAt(pixels, 0.5, 0.8)]).toEqual([near(RED), near(BLUE)]);
  for await (const file of encodePicture(pixels, 400)) {
    const { exif, orientation, icc, xmp } = await sharp(file.content).metadata();
    expect([exif, orientation, icc, xmp]).toEqual([undefined, undefined, undefined, undefined]);
    expect(file.content.includes('somebody')).toBe(false);
  }
});

test('what is hidden behind a picture does not survive [§7.picture-files]', async () => {
  const content = Buffer.concat([await jpeg(), Buffer.from('<html><script>alert(1)</script></html>')]);
  const pixels = decoded(await decodePicture(content));
  for await (const file of encodePicture(pixels, 480)) expect(file.content.includes('<script>')).toBe(false);
});

test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)('a %s is read', async (format) => {
  const pixels = decoded(await decodePicture(await halves(600, 400).toFormat(format).toBuffer()));
  expect([pixels.width, pixels.height]).toEqual([600, 400]);
  expect(colourAt(pixels, 0.9, 0.5)).toMatch(/^[0-3] [0-3] 1[01]$/);
});

test('of an animation the first frame is kept', async () => {
  const frames = await Promise.all(
    [RED, BLUE].map((background) =>
      sharp({ create: { width: 60, height: 40, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const content = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
  expect((await sharp(content).metadata()).pages).toBe(2);
  const pixels = decoded(await decodePicture(content));
  expect([pixels.width, pixels.height, colourAt(pixels, 0.5, 0.5)]).toEqual([60, 40, near(RED)]);
});

test('transparent parts get a coal background', async () => {
  const content = await sharp({ create: { width: 60, height: 40, channels: 4, background: { ...RED, alpha: 0 } } })
    .png()
    .toBuffer();
  const pixels = decoded(await decodePicture(content));
  expect([...pixels.data.subarray(0, 3)]).toEqual([0x0b, 0x0b, 0x0c]);
});

test('sixteen bits a channel, greys and print colours come out in eight bits of red, green and blue', async () => {
  const deep = await halves(600, 400).toColourspace('rgb16').png().toBuffer();
  expect((await sharp(deep).metadata()).depth).toBe('ushort');
  expect(colourAt(decoded(await decodePicture(deep)), 0.2, 0.5)).toBe(near(RED));
  const grey = await sharp(await jpeg())
    .toColourspace('b-w')
    .png()
    .toBuffer();
  expect((await sharp(grey).metadata()).channels).toBe(1);
  const [r, g, b] = decoded(await decodePicture(grey)).data;
  expect([g, b]).toEqual([r, r]);
  const cmyk = await halves(600, 400).toColourspace('cmyk').jpeg().toBuffer();
  expect((await sharp(cmyk).metadata()).channels).toBe(4);
  expect(decoded(await decodePicture(cmyk)).width).toBe(600);
});

test('a tiny picture keeps its size and a large one is as wide as its widest file', async () => {
  const tiny = decoded(await decodePicture(await halves(10, 10).png().toBuffer()));
  expect(widthsOf(tiny)).toEqual([10]);
  const formats: string[] = [];
  for await (const { format } of encodePicture(tiny, 10)) formats.push(format);
  expect(formats).toEqual(['avif', 'webp', 'jpg']);
  const large = decoded(await decodePicture(await halves(2400, 1600).jpeg().toBuffer()));
  expect([large.width, large.height]).toEqual([1600, 1067]);
  expect(widthsOf(large)).toEqual([480, 720, 1080, 1600]);
  expect(widthsOf({ width: 1080 })).toEqual([480, 720, 1080]);
  expect(widthsOf({ width: 1300 })).toEqual([480, 720, 1080, 1300]);
});

/** Returns a picture whose header claims more pixels than it has. */
async function claiming(width: number, height: number): Promise<Buffer> {
  const content = await halves(10, 10).png().toBuffer();
  content.writeUInt32BE(width, 16);
  content.writeUInt32BE(height, 20);
  content.writeUInt32BE(crc32(content.subarray(12, 29)), 29);
  return content;
}

const box = (brand: string): Buffer =>
  Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}\0\0\0\0mif1${brand}`, 'latin1')]);

const refused: [what: string, content: () => Promise<Buffer> | Buffer, reason: Refusal][] = [
  ['text named like a picture', () => Buffer.from('These are only words.'), 'not_a_picture'],
  ['an empty file', () => Buffer.alloc(0), 'not_a_picture'],
  ['a drawing that may fetch things', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), 'not_a_picture'],
  ['a document', () => Buffer.from('%PDF-1.7\n'), 'not_a_picture'],
  ['a picture from a telephone in HEIC', () => box('heic'), 'heic'],
  ['a film', () => Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom\0\0\0\0isommp42', 'latin1')]), 'not_a_picture'],
  ['the first half of a JPEG', async () => (await jpeg()).subarray(0, 1_500), 'damaged'],
  ['the first half of a PNG', async () => (await halves(600, 400).png().toBuffer()).subarray(0, 200), 'damaged'],
  ['the head of a JPEG alone', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), 'damaged'],
  ['an AVIF that is none', () => box('avif'), 'damaged'],
  ['a bomb of 400 megapixels', () => claiming(20_000, 20_000), 'too_many_pixels'],
  ['a bomb of the largest size there is', () => claiming(2 ** 31 - 1, 2 ** 31 - 1), 'damaged'],
  ['a thread', () => halves(2_000, 4).png().toBuffer(), 'too_long'],
  ['a file too large to be read', () => Buffer.alloc(PICTURE_BYTES_MAX + 1, 0xff), 'too_large'],
];

test.each(refused)('%s is refused', async (_what, content, reason) => {
  expect(await decodePicture(await content())).toBe(reason);
});

/** Returns the child processes that are decoding a picture. */
function decoders(): number[] {
  const threads = readdirSync('/proc/self/task');
  const children = threads.flatMap((thread) => readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' ').filter(Boolean));
  return children.map(Number).filter((pid) => commandOf(pid).includes('picture-decoder.worker'));
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

test('pictures that come at once are decoded one after the other', async () => {
  const content = await jpeg();
  let most = 0;
  const timer = setInterval(() => (most = Math.max(most, decoders().length)), 1);
  onTestFinished(() => clearInterval(timer));
  const pictures = await Promise.all(Array.from({ length: 4 }, () => decodePicture(content)));
  expect(pictures.map((picture) => decoded(picture).width)).toEqual(Array.from({ length: 4 }, () => 600));
  expect(most).toBe(1);
});

test('the process that decodes has none of our variables, may write nothing and read nothing of the club, and its end harms no other picture', async () => {
  const content = await jpeg();
  const first = decodePicture(content);
  await expect.poll(() => decoders().length, { interval: 1 }).toBe(1);
  const [pid = 0] = decoders();
  expect(process.env['PATH']).toBeDefined();
  expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toMatch(/PATH=\/|TEST_CLUSTER|NODE_ENV/);
  expect(
    commandOf(pid)
      .split('\0')
      .filter((part) => part.startsWith('--allow-')),
  ).toEqual([
    '--allow-addons',
    ...['node_modules', 'server/content/gallery', 'package.json'].map((name) => `--allow-fs-read=${root}${name}`),
  ]);
  // The shell that sets the limit already has this name.
  await expect.poll(() => readFileSync(`/proc/${pid}/limits`, 'utf8'), { interval: 1 }).toMatch(/Max data size\s+2048000000/);
  process.kill(pid, 'SIGKILL');
  expect(await first).toBe('damaged');
  expect(decoded(await decodePicture(content)).width).toBe(600);
});
