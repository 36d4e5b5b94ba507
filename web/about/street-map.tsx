import { useId } from 'react';
import { MAP_SIZE, type MapPoint, type StreetMap as Streets, readStreetMap } from '#shared/site-texts/street-map.ts';
import { siteName } from '#web/lib/meta.ts';
import { useSite } from '#web/lib/site.tsx';
import { useLanguage } from '#web/lib/use-language.ts';
import { classNames } from '#web/ui/class-names.ts';
import { useTranslation } from '#web/ui/translation.tsx';

/** The streets around the club, printed in two inks from the club's own description; nothing without one. */
export function StreetMap() {
  const { t } = useTranslation(['common', 'pages']);
  const { language } = useLanguage();
  const site = useSite();
  const id = useId();
  const map = readStreetMap(t('pages:about.map', { defaultValue: '' }));
  if (!map || map.lines.length === 0) return null;
  const of = (...kinds: Streets['lines'][number]['kind'][]) => map.lines.filter(({ kind }) => kinds.includes(kind));
  const names = [...map.lines, ...map.places].map(({ name }) => name).filter((name) => name !== '');
  return (
    <svg
      role="img"
      aria-label={t('pages:about.map_label', { names: names.join(', ') })}
      viewBox={`0 0 ${MAP_SIZE.width} ${MAP_SIZE.height}`}
      className="street-map w-full bg-bone text-coal"
    >
      <defs>
        <pattern id={`${id}dots`} width="1.8" height="1.8" patternUnits="userSpaceOnUse" patternTransform="rotate(20)">
          <circle cx=".9" cy=".9" r=".5" className="fill-brick" />
        </pattern>
        <pattern id={`${id}lines`} width="1.2" height="1.2" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
          <path d="M0 .6h1.2" strokeWidth=".5" className="stroke-coal" />
        </pattern>
      </defs>
      <rect width={MAP_SIZE.width} height={MAP_SIZE.height} fill={`url(#${id}dots)`} />
      {of('park').map(({ points }) => (
        <path key={path(points)} d={`${path(points)}Z`} fill={`url(#${id}lines)`} className="stroke-bone" strokeWidth="1.2" />
      ))}
      <g fill="none" strokeLinejoin="round">
        {of('water').map(({ points }) => (
          <path key={path(points)} d={path(points)} className="stroke-coal" strokeWidth="9" />
        ))}
        {of('street', 'lane').map(({ kind, points }) => (
          <path key={path(points)} d={path(points)} className="stroke-bone" strokeWidth={kind === 'street' ? 3.6 : 2.2} />
        ))}
      </g>
      {map.lines.map(({ kind, name, points }) => (
        <LineName key={path(points)} kind={kind} name={name} points={points} />
      ))}
      {map.places.map(({ kind, name, at }) => (
        <g key={`${kind} ${at.x} ${at.y}`} transform={`translate(${at.x} ${at.y})`}>
          {kind === 'here' ? <House /> : <Stop letter={kind === 'metro' ? 'M' : ''} />}
          <text x={kind === 'here' ? 4.6 : 2.6} dominantBaseline="central" className="map-place">
            {kind === 'here' ? name || siteName(site, language) : name}
          </text>
        </g>
      ))}
    </svg>
  );
}

const path = (points: readonly MapPoint[]): string => `M${points.map(({ x, y }) => `${x} ${y}`).join('L')}`;

/** The two arches of the club's mark, standing on the point. */
function House() {
  return (
    <g>
      <rect x="-3.4" y="-3.4" width="6.8" height="6.8" className="fill-coal" />
      <g transform="translate(-2.2 -2.2) scale(.11)" fill="none" className="stroke-bone" strokeWidth="5.2">
        <path d="M2.6 40V20a17.4 17.4 0 0 1 34.8 0v20" />
        <path d="M13 40V20a7 7 0 0 1 14 0v20" />
      </g>
    </g>
  );
}

function Stop({ letter }: { letter: string }) {
  return (
    <>
      <circle r="1.7" className="fill-coal stroke-bone" strokeWidth=".5" />
      <text textAnchor="middle" dominantBaseline="central" className="map-letter fill-bone">
        {letter}
      </text>
    </>
  );
}

/** About the width of a letter, in units of the sheet, by the sizes in map.css. A name without room for it is left out. */
const WIDE_LETTER = 1.35;
const PHONE_LETTER = 2;

/** Along the longest part of the line that lies on the sheet, read from left to right; in the middle of a park. */
function LineName({ kind, name, points }: Streets['lines'][number]) {
  const [from, to] = kind === 'park' ? acrossPark(points) : longestPart(points);
  if (name === '' || !from || !to) return null;
  const room = kind === 'park' ? Infinity : Math.hypot(to.x - from.x, to.y - from.y);
  if (name.length * WIDE_LETTER > room) return null;
  const turn = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  const upright = turn > 90 ? turn - 180 : turn < -90 ? turn + 180 : turn;
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  return (
    <text
      transform={`translate(${middle.x} ${middle.y}) rotate(${Math.round(upright)})`}
      textAnchor="middle"
      dominantBaseline="central"
      className={classNames(
        kind === 'park' ? 'map-place' : 'map-name',
        kind === 'water' && 'fill-bone',
        name.length * PHONE_LETTER > room && 'max-tablet:hidden',
      )}
    >
      {name}
    </text>
  );
}

/** A level line through the middle of its corners. */
function acrossPark(points: readonly MapPoint[]): readonly [MapPoint, MapPoint] {
  const middle = (pick: (point: MapPoint) => number) => points.reduce((sum, point) => sum + pick(point), 0) / points.length;
  const [x, y] = [middle((point) => within(point.x, MAP_SIZE.width)), middle((point) => within(point.y, MAP_SIZE.height))];
  return [
    { x: x - 1, y },
    { x: x + 1, y },
  ];
}

function longestPart(points: readonly MapPoint[]): readonly [MapPoint, MapPoint] | readonly [] {
  const inside = points.map(({ x, y }) => ({ x: within(x, MAP_SIZE.width), y: within(y, MAP_SIZE.height) }));
  const parts = inside.flatMap((to, place) => {
    const from = inside[place - 1];
    return from ? [[from, to] as const] : [];
  });
  const length = ([from, to]: readonly [MapPoint, MapPoint]) => Math.hypot(to.x - from.x, to.y - from.y);
  return parts.toSorted((a, b) => length(b) - length(a))[0] ?? [];
}

const within = (value: number, end: number): number => Math.min(end, Math.max(0, value));
