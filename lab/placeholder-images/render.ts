import { type PosterColour as Colour, posterColours as palette } from '#shared/media/covers.ts';
import { createRandom, hashText } from '#shared/media/random.ts';
import { clamp, createNoise, ease, type Light } from './light.ts';
import { type SceneName, scenes } from './scenes.ts';

/** `file` seeds everything random; `key` is the first colour, `second` the other. */
export type PictureRequest = { file: string; scene: SceneName; key: Colour; second: Colour; width: number; height: number };

/** A wide, low cover gets finer dots: coarse ones would make it unrecognizable. */
const DOTS_ACROSS = 120;
const DOTS_DOWN_MIN = 60;
const GRAIN = 0.08;
const GAMMA = 2.2;

/** Renders a scene's light as a coarse two-colour halftone with bone white on coal. Returns RGB bytes, the same in every run. */
export function renderPicture({ file, scene, key, second, width, height }: PictureRequest): Buffer {
  const aspect = width / height;
  const lightAt = scenes[scene]({ random: createRandom(hashText(`print:${file}`)), fog: createNoise(hashText(`fog:${file}`)), aspect });
  const grain = createRandom(hashText(`grain:${file}`));
  const pitch = Math.min(width / DOTS_ACROSS, height / DOTS_DOWN_MIN);
  const keyScreen = createScreen(pitch, 20);
  const secondScreen = createScreen(pitch, 71, 0.3 * pitch);
  const channels = [1, 3, 5].map((start) => channelOf([palette.coal, palette[second], palette[key], palette.bone], start));

  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const tones = tonesOf(lightAt(((x + 0.5) / width) * aspect, (y + 0.5) / height), (grain() - 0.5) * GRAIN);
      const covers: Covers = [secondScreen(x, y, tones.second), keyScreen(x, y, tones.key), keyScreen(x, y, tones.white)];
      let at = (y * width + x) * 3;
      for (const channel of channels) pixels[at++] = mix(channel, covers);
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

/** Brightens the mid-tones and removes faint ones. */
const curve = (tone: number): number => clamp(1.32 * clamp(tone) ** 0.8 - 0.1);

/** How strongly each colour covers a point, in the order of printing. */
type Covers = [second: number, key: number, white: number];
/** A colour channel (red, green or blue): background and colours in linear light, the bare background as a byte. */
type Channel = { background: number; colours: Covers; bare: number };

const linear = (hex: string, start: number): number => (Number.parseInt(hex.slice(start, start + 2), 16) / 255) ** GAMMA;
const toByte = (value: number): number => Math.round(255 * clamp(value) ** (1 / GAMMA));

function channelOf([background, second, key, white]: [string, string, string, string], start: number): Channel {
  const bare = linear(background, start);
  return { background: bare, colours: [linear(second, start), linear(key, start), linear(white, start)], bare: toByte(bare) };
}

/** Blends each colour over the previous ones. */
function mix({ background, colours: [secondColour, keyColour, whiteColour], bare }: Channel, [second, key, white]: Covers): number {
  if (second === 0 && key === 0 && white === 0) return bare;
  const first = background + (secondColour - background) * second;
  const both = first + (keyColour - first) * key;
  return toByte(both + (whiteColour - both) * white);
}

/** How strongly a screen covers a pixel: 0 is the bare background, 1 is solid colour. */
type Screen = (x: number, y: number, tone: number) => number;

const TURN = 2 * Math.PI;
const SOFT_EDGE_PX = 0.9;
/** Fainter tones print nothing, which keeps blacks clean; up to the next value the dots grow from nothing. */
const FAINTEST_TONE = 0.05;
const FAINT_TONE = 0.17;

/** A halftone screen: round dots on a grid rotated by `degrees`, `pitch` pixels apart. */
function createScreen(pitch: number, degrees: number, shift = 0): Screen {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [(Math.cos(angle) * TURN) / pitch, (Math.sin(angle) * TURN) / pitch];
  const edge = SOFT_EDGE_PX / pitch;
  return (x, y, tone) => {
    if (tone < FAINTEST_TONE) return 0;
    const along = (x + shift) * cos + y * sin;
    const across = y * cos - (x + shift) * sin;
    const threshold = 0.5 - 0.25 * (Math.cos(along) + Math.cos(across));
    return ease(threshold - edge, threshold + edge, tone) * ease(FAINTEST_TONE, FAINT_TONE, tone);
  };
}
