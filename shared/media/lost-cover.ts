import { hashText } from './random.ts';

const LOST_COVERS = 100;

/** The cover id for a missing page, by its path, so that lost pages look different. */
export const lostCoverId = (path: string): string => `lost-${hashText(path) % LOST_COVERS}`;
