import { ease } from './light.ts';

/** How strongly a screen covers a pixel: 0 is the bare background, 1 is solid colour. */
export type Screen = (x: number, y: number, tone: number) => number;

const TURN = 2 * Math.PI;
const SOFT_EDGE_PX = 0.9;
/** Fainter tones leave nothing, so that blacks stay clean; from here to the next figure the dots grow out of nothing. */
const FAINTEST_TONE = 0.05;
const FAINT_TONE = 0.17;

/** A halftone screen: round dots on a grid turned by `degrees`, `pitch` pixels apart. */
export function createScreen(pitch: number, degrees: number, shift = 0): Screen {
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
