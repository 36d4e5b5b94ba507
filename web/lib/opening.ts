import { standardOpening, type Opening } from '#shared/opening.ts';
import type { Site } from '#shared/rendering.ts';
import { useSite } from './site.tsx';

/** When the doors are open (spec §1, or what staff says). */
export const openingOf = ({ opening }: Pick<Site, 'opening'>): Opening => opening ?? standardOpening;

export const useOpening = (): Opening => openingOf(useSite());
