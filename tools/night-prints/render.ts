import { inks, type Ink } from '#shared/media/inks.ts';
import { createRandom, hashText } from '#shared/media/random.ts';
import { clamp, type Light } from './light.ts';
import { createNoise } from './noise.ts';
import { scenes, type SceneName } from './scenes.ts';
import { createPlate } from './screen.ts';

/** `id` seeds everything that varies; `key` is the first ink, `second` the other. */
export type PrintRequest = { id: string; scene: SceneName; key: Ink; second: Ink; width: number; height: number };

/** A cover that is wide and low gets finer dots, or nothing would be left of what it shows. */
const DOTS_ACROSS = 120;
const DOTS_DOWN_MIN = 60;
const GRAIN = 0.08;
const GAMMA = 2.2;

/** Art direction §7: a scene's light, printed as a coarse halftone of two inks and bone on coal. Answers RGB bytes, the same every time. */
export function renderPrint({ id, scene, key, second, width, height }: PrintRequest): Buffer {
  const aspect = width / height;
  const lightAt = scenes[scene]({ random: createRandom(hashText(`print:${id}`)), fog: createNoise(hashText(`fog:${id}`)), aspect });
  const grain = createRandom(hashText(`grain:${id}`));
  const pitch = Math.min(width / DOTS_ACROSS, height / DOTS_DOWN_MIN);
  const keyPlate = createPlate(pitch, 20);
  const secondPlate = createPlate(pitch, 71, 0.3 * pitch);
  const channels = [1, 3, 5].map((start) => channelOf([inks.coal, inks[second], inks[key], inks.bone], start));

  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const tones = tonesOf(lightAt(((x + 0.5) / width) * aspect, (y + 0.5) / height), (grain() - 0.5) * GRAIN);
      const covers: Covers = [secondPlate(x, y, tones.second), keyPlate(x, y, tones.key), keyPlate(x, y, tones.white)];
      let at = (y * width + x) * 3;
      for (const channel of channels) pixels[at++] = printed(channel, covers);
    }
  }
  return pixels;
}

function tonesOf([key, second, white]: Light, grain: number): { key: number; second: number; white: number } {
  return {
    key: curve((0.9 * key + 0.7 * white) / (1 + 0.35 * (key + white)) + grain),
    second: curve((1.1 * second) / (1 + 0.4 * second)),
    white: clamp(1.5 * white - 0.3),
  };
}

/** Lifts the middle and cuts the faint. */
const curve = (tone: number): number => clamp(1.32 * clamp(tone) ** 0.8 - 0.1);

/** How strongly each ink is printed at a point, in the order of printing. */
type Covers = [second: number, key: number, white: number];
/** One of red, green and blue: of the bare paper and of the inks in linear light, and the bare paper as a byte. */
type Channel = { paper: number; inks: Covers; bare: number };

const linear = (hex: string, start: number): number => (Number.parseInt(hex.slice(start, start + 2), 16) / 255) ** GAMMA;
const toByte = (value: number): number => Math.round(255 * clamp(value) ** (1 / GAMMA));

function channelOf([paper, second, key, white]: [string, string, string, string], start: number): Channel {
  const bare = linear(paper, start);
  return { paper: bare, inks: [linear(second, start), linear(key, start), linear(white, start)], bare: toByte(bare) };
}

/** Each ink over those before it. */
function printed({ paper, inks: [secondInk, keyInk, whiteInk], bare }: Channel, [second, key, white]: Covers): number {
  if (second === 0 && key === 0 && white === 0) return bare;
  const first = paper + (secondInk - paper) * second;
  const both = first + (keyInk - first) * key;
  return toByte(both + (whiteInk - both) * white);
}
