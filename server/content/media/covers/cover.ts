import { chooseCover, type CoverFamily, paletteOf, posterColours, themeOf } from '#shared/media/covers.ts';
import { createRandom, hashText } from '#shared/media/random.ts';
import { drawArcs } from './arcs.ts';
import { drawBlocks } from './blocks.ts';
import { drawHalftone } from './halftone.ts';
import { drawLetter, coverLetter } from './letter.ts';
import { drawPhase } from './phase.ts';
import { type Life, platesOf, printed, proofOf } from './press.ts';
import { type DrawFamily, round } from './svg.ts';
import { drawWarp } from './warp.ts';

/** Sizes in pixels. `letter`: the event's Georgian name or its letter. `family` and `set` override the choice by id. */
type CoverRequest = {
  id: number | string;
  width: number;
  height: number;
  letter?: string | undefined;
  family?: CoverFamily | undefined;
  set?: number | undefined;
  /** How much of the poster is printed; without it, all of it. */
  life?: Life | undefined;
};

const families: Record<CoverFamily, DrawFamily> = {
  arcs: drawArcs,
  phase: drawPhase,
  halftone: drawHalftone,
  letter: drawLetter,
  blocks: drawBlocks,
  warp: drawWarp,
};

/** Part of every composition's seed: changing it recomposes all posters. */
const COMPOSITIONS = 'v1';

/** Returns an event's poster as an SVG document, composed for the given proportion, with the same bytes on every machine. */
export function drawCover(request: CoverRequest): string {
  const choice = chooseCover(request.id);
  const family = request.family ?? choice.family;
  const set = request.set === undefined ? choice.set : paletteOf(request.set);
  const frame = { width: 100, height: round((100 * request.height) / request.width) };
  const colours = { paper: posterColours[set.paper], a: posterColours[set.a], b: posterColours[set.b], c: posterColours[set.c] };
  const art = families[family]({
    ...frame,
    random: createRandom(hashText(`cover:${COMPOSITIONS}:${family}:${choice.seed}`)),
    colours,
    letter: coverLetter(request.letter ?? ''),
    plates: request.life && platesOf(request.life),
  });
  const print = printed(art, request.life, { ...frame, colours, proof: proofOf(colours, themeOf(set)), family, seed: choice.seed });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${frame.width} ${frame.height}" width="${request.width}" height="${request.height}">${print}</svg>`;
}
