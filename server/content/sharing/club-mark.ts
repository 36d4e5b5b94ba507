/** The two arches on a box of 40 × 40 (art direction §1), as path data for a stroke of 5.2. */
export const markPath = 'M2.6 40V20a17.4 17.4 0 0 1 34.8 0v20M13 40V20a7 7 0 0 1 14 0v20';

const STROKE = 5.2;
const BOX = 40;

/** The mark with its box's upper left corner at a point, `size` high. */
export const drawMark = (ink: string, x: number, y: number, size: number): string =>
  `<path fill="none" stroke="${ink}" stroke-width="${STROKE}" d="${markPath}" transform="translate(${x} ${y}) scale(${size / BOX})"/>`;
