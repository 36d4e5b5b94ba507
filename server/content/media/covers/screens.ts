import type { CoverFamily } from '#shared/media/covers.ts';
import { createRandom, hashText } from '#shared/media/random.ts';
import { box, disc, type Frame } from './svg.ts';

/** Path data of the area in which the second ink shows. `share`: how much of it is printed, 0 to 1. */
type Screen = (share: number, frame: Frame, seed: number) => string;

const BANDS = 11;

/** Bands across the sheet that grow from their lower edges until they meet. */
const bands: Screen = (share, { width, height }) => {
  const pitch = height / BANDS;
  return Array.from({ length: BANDS }, (_, place) => box(0, (place + 1 - share) * pitch, width, share * pitch)).join('');
};

const DOTS_ACROSS = 6;

/** Dots that grow until they meet. */
const dots: Screen = (share, { width, height }) => {
  const pitch = width / DOTS_ACROSS;
  const radius = pitch * Math.SQRT1_2 * Math.sqrt(share);
  const rows = Math.ceil(height / pitch);
  return Array.from({ length: rows * DOTS_ACROSS }, (_, place) =>
    disc([((place % DOTS_ACROSS) + 0.5) * pitch, (Math.floor(place / DOTS_ACROSS) + 0.5) * pitch], radius),
  ).join('');
};

const WINDOWS_ACROSS = 6;

/** Windows that light up one by one, in random order. */
const windows: Screen = (share, { width, height }, seed) => {
  const side = width / WINDOWS_ACROSS;
  const rows = Math.ceil(height / side);
  const random = createRandom(hashText(`windows:${seed}`));
  const left = Array.from({ length: rows * WINDOWS_ACROSS }, (_, place) => place);
  return Array.from({ length: Math.round(share * left.length) }, () => {
    const [place = 0] = left.splice(Math.floor(random() * left.length), 1);
    return box((place % WINDOWS_ACROSS) * side, Math.floor(place / WINDOWS_ACROSS) * side, side, side);
  }).join('');
};

/** The screen that suits each family's art. */
export const screens: Record<CoverFamily, Screen> = {
  arcs: bands,
  letter: bands,
  phase: windows,
  blocks: windows,
  halftone: dots,
  warp: dots,
};
