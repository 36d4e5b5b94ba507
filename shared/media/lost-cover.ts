import { hashText } from './random.ts';

const LOST_COVERS = 100;

/** The id of the cover that a wrong address chooses, so that no two lost pages are the same. */
export const lostCoverId = (path: string): string => `lost-${hashText(path) % LOST_COVERS}`;
