import { drawRibbons } from './arc-ribbons.ts';
import { drawTiles } from './arc-tiles.ts';
import type { DrawFamily } from './composition.ts';

/** Art direction §6.3, 1: the arcs and stems that Georgian letters are made of. */
export const drawArcs: DrawFamily = (composition) => (composition.random() < 0.6 ? drawTiles(composition) : drawRibbons(composition));
