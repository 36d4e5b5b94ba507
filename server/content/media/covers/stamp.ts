import { venueTime } from '#shared/dates.ts';
import { posterColours } from '#shared/media/covers.ts';
import { rotation, round } from './svg.ts';

/** The figures of a rubber stamp, as path data for strokes in a box of 4 × 7. */
const FIGURES: Readonly<Record<string, string>> = {
  '0': 'M0 2a2 2 0 0 1 4 0v3a2 2 0 0 1-4 0z',
  '1': 'M.6 1.6 2.4 0v7',
  '2': 'M0 2a2 2 0 0 1 4 0q0 1-1 2L0 7h4',
  '3': 'M0 0h4L1.8 2.7A2.15 2.15 0 1 1 0 6',
  '4': 'M3 7V0L0 4.8h4',
  '5': 'M3.8 0H.4v2.9Q1 2.6 1.8 2.6A2.2 2.2 0 1 1 0 6',
  '6': 'M3.4 0Q0 1.6 0 4.9a2 2.1 0 1 0 4 0a2 2.1 0 1 0-4 0',
  '7': 'M0 0h4L1.4 7',
  '8': 'M2 3.2a1.6 1.6 0 1 1 0-3.2a1.6 1.6 0 1 1 0 3.2a1.9 1.9 0 1 0 0 3.8a1.9 1.9 0 1 0 0-3.8',
  '9': 'M.6 7Q4 5.4 4 2.1a2 2.1 0 1 0-4 0a2 2.1 0 1 0 4 0',
  '.': 'M.5 7h.1',
};
const NARROW = 1.1;
const WIDE = 4;
const GAP = 1.7;
const TALL = 7;
const MARGIN = 2.4;

/** The stamp's width as a share of the poster's, and its turn in degrees. */
const SHARE = 0.5;
const TURN = -8;

/** Stamps the day of a past event across the lower right of a poster of `width` × `height` units. */
export function stamp(startsAt: Date, { width, height }: { width: number; height: number }): string {
  const { day, month, year } = venueTime(startsAt.toISOString());
  const text = [day, month, year % 100].map((part) => String(part).padStart(2, '0')).join('.');
  let x = MARGIN;
  const figures = [...text].map((figure) => {
    const drawn = `<path d="${FIGURES[figure] ?? ''}" transform="translate(${round(x)} ${MARGIN})"/>`;
    x += (figure === '.' ? NARROW : WIDE) + GAP;
    return drawn;
  });
  const [long, high] = [round(x - GAP + MARGIN), TALL + 2 * MARGIN];
  const scale = (SHARE * Math.min(width, height)) / long;
  const left = width - scale * long - 0.08 * Math.min(width, height);
  const top = height - scale * high - 0.1 * Math.min(width, height);
  const placed = `${rotation(TURN, [width / 2, height])} translate(${round(left)} ${round(top)}) scale(${scale.toFixed(3)})`;
  const frame = `<path d="M0 0H${long}V${high}H0Z" fill="${posterColours.bone}" stroke="none"/><path d="M.6.6H${round(long - 0.6)}V${round(high - 0.6)}H.6Z" stroke-width=".7"/>`;
  return (
    `<g transform="${placed}" fill="none" stroke="${posterColours.pomegranate}" stroke-width="1.15" stroke-linecap="round" stroke-linejoin="round">` +
    `${frame}${figures.join('')}</g>`
  );
}
