import sharp from 'sharp';

/** Twice the size of a mail's, for sharp screens. */
const SIZE = { height: 80, width: 480 };

const drawAlpha = (svg: string) =>
  sharp(Buffer.from(svg))
    .resize({ ...SIZE, fit: 'inside' })
    .ensureAlpha()
    .extractChannel('alpha');

/** Returns a logo in one ink, as its shape alone. */
export async function drawLogo(svg: string, ink: string): Promise<Buffer> {
  const { data, info } = await drawAlpha(svg).raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const sheet = sharp({ create: { width, height, channels: 3, background: ink } });
  return sheet
    .joinChannel(data, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
}

const HALF = 128;

/** Returns true if something of a logo is printed and something is not: a filled ground would be a block of ink. */
export async function hasShape(svg: string): Promise<boolean> {
  try {
    const { channels } = await sharp(await drawAlpha(svg).png().toBuffer()).stats();
    const [alpha] = channels;
    return alpha !== undefined && alpha.min < HALF && alpha.max >= HALF;
  } catch {
    return false;
  }
}
