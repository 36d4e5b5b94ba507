import { useId } from 'react';
import { MAP_SIZE, type MapPoint, type StreetMap as Streets, readStreetMap } from '#shared/site-texts/street-map.ts';
import { siteName } from '#web/lib/meta.ts';
import { useSite } from '#web/lib/site.tsx';
import { useLanguage } from '#web/lib/use-language.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { HOUSE, placeNames, type PlacedName, ROW_EM, stopRadius } from './street-names.ts';

/** Sizes of the names in units of the sheet: 12 to 15 px on phones, 16 px and more on wide screens. */
const SIZES = [
  { fontSize: 4.2, shownAt: 'tablet:hidden' },
  { fontSize: 2.2, shownAt: 'max-tablet:hidden' },
];

/** The streets around the club, printed in two inks from the club's own description; nothing without one. */
export function StreetMap() {
  const { t } = useTranslation(['common', 'pages']);
  const { language } = useLanguage();
  const site = useSite();
  const id = useId();
  const map = readStreetMap(t('pages:about.map'));
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
      {map.places.map(({ kind, at }) => kind === 'here' && <House key={path([at])} at={at} />)}
      {SIZES.map(({ fontSize, shownAt }) => (
        <g key={fontSize} className={shownAt} fontSize={fontSize}>
          {map.places.map(
            ({ kind, at }) => kind !== 'here' && <Stop key={path([at])} at={at} fontSize={fontSize} letter={kind === 'metro' ? 'M' : ''} />,
          )}
          {placeNames(map, fontSize, siteName(site, language)).map((name) => (
            <Name key={name.rows.join(' ')} name={name} />
          ))}
        </g>
      ))}
    </svg>
  );
}

const path = (points: readonly MapPoint[]): string => `M${points.map(({ x, y }) => `${x} ${y}`).join('L')}`;

/** The two arches of the club's mark, with their foot at the point. */
function House({ at: { x, y } }: { at: MapPoint }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect x={-HOUSE} y={-HOUSE} width={2 * HOUSE} height={2 * HOUSE} className="fill-coal" />
      <g transform="translate(-2.2 -2.2) scale(.11)" fill="none" className="stroke-bone" strokeWidth="5.2">
        <path d="M2.6 40V20a17.4 17.4 0 0 1 34.8 0v20" />
        <path d="M13 40V20a7 7 0 0 1 14 0v20" />
      </g>
    </g>
  );
}

function Stop({ at: { x, y }, fontSize, letter }: { at: MapPoint; fontSize: number; letter: string }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <circle r={stopRadius(fontSize)} className="fill-coal stroke-bone" strokeWidth=".5" />
      <text textAnchor="middle" dominantBaseline="central" className="fill-bone">
        {letter}
      </text>
    </g>
  );
}

/** Outlined in bone, so that it is readable over the dots; on water it is bone itself. */
function Name({ name: { kind, rows, at, anchor, turn } }: { name: PlacedName }) {
  return (
    <text
      transform={`translate(${at.x.toFixed(2)} ${at.y.toFixed(2)}) rotate(${turn})`}
      textAnchor={anchor}
      dominantBaseline="central"
      className={kind === 'water' ? 'fill-bone' : 'map-name'}
    >
      {rows.map((row, place) => (
        <tspan key={row} x="0" y={`${(place - (rows.length - 1) / 2) * ROW_EM}em`}>
          {row}
        </tspan>
      ))}
    </text>
  );
}
