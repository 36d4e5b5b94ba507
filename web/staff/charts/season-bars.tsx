import { AxisLeft } from '@visx/axis';
import { GridRows } from '@visx/grid';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { useTranslation } from '#web/ui/translation.tsx';
import { venueTime } from '#shared/dates.ts';
import { AxisBelow, ChartFrame, LABEL, type Plot } from './chart-frame.tsx';

const HEIGHT = 140;

/** One event. `inner`: a part of its value, or another figure on the same scale, drawn as a narrower bar in front. */
type BarOf = { id: number; startDate: string; value: number; inner?: number };

type SeasonBarsProps = { title: string; alt: string; bars: readonly BarOf[]; legend?: { value: string; inner: string } };

/** A small chart with a bar for each event, in order of time. */
export function SeasonBars({ title, alt, bars, legend }: SeasonBarsProps) {
  return (
    <figure className="min-w-0">
      <figcaption className="mb-2 flex flex-wrap items-baseline gap-x-4">
        <span className="font-semibold">{title}</span>
        {legend && (
          <>
            <Swatch colour={OUTER} name={legend.value} />
            <Swatch colour={INNER} name={legend.inner} />
          </>
        )}
      </figcaption>
      <ChartFrame height={HEIGHT} alt={alt}>
        {(plot) => <Bars plot={plot} bars={bars} />}
      </ChartFrame>
    </figure>
  );
}

const OUTER = 'var(--color-quiet)';
const INNER = 'var(--color-sulphur)';

const Swatch = ({ colour, name }: { colour: string; name: string }) => (
  <span className="inline-flex items-baseline gap-2 text-muted">
    <svg aria-hidden="true" width={12} height={12} className="shrink-0">
      <rect width={12} height={12} fill={colour} />
    </svg>
    {name}
  </span>
);

/** A share of a place's width: between two bars, and on each side of the inner one. */
const GAP = 0.2;
const INSET = 0.25;
const WIDEST_BAR = 32;
/** A value that is not 0 can be seen. */
const LOWEST_BAR = 2;
const MONTH_LETTERS = 3;
/** Between the values over two neighbouring bars. */
const VALUE_GAP = 4;

function Bars({ plot, bars }: { plot: Plot; bars: readonly BarOf[] }) {
  const { t } = useTranslation();
  const { width, height } = plot;
  const most = Math.max(1, ...bars.flatMap(({ value, inner = 0 }) => [value, inner]));
  const least = Math.min(0, ...bars.map(({ value }) => value));
  const x = scaleBand({ domain: bars.map(({ id }) => id), range: [0, width], padding: GAP });
  const y = scaleLinear({ domain: [least, most], range: [height, 0], nice: 3 });
  const thick = Math.min(x.bandwidth(), WIDEST_BAR);
  const at = (id: number) => (x(id) ?? 0) + (x.bandwidth() - thick) / 2;
  const tall = (value: number) => (value === 0 ? 0 : Math.max(LOWEST_BAR, Math.abs(y(value) - y(0))));
  const top = (value: number) => (value < 0 ? y(0) : y(0) - tall(value));
  const highest = bars.find(({ value }) => value === most)?.id;
  /** Over the highest bar nothing is in the way; over the others a value must fit between its neighbours. */
  const isWritten = ({ id, value, inner = 0 }: BarOf) =>
    value > 0 && inner <= value && (id === highest || plot.widthOf(wholeText(value)) + VALUE_GAP <= x.step());
  const months = firstOfMonths(bars).map(({ id, startDate }) => ({
    text: t(`months.${venueTime(startDate).monthName}`).slice(0, MONTH_LETTERS),
    at: at(id) + thick / 2,
  }));
  const ticks = y.ticks(3).filter(Number.isInteger);
  return (
    <>
      <GridRows scale={y} width={width} tickValues={ticks} stroke="var(--color-hairline)" />
      {bars.map(({ id, value, inner }) => (
        <g key={id}>
          <Bar x={at(id)} width={thick} y={top(value)} height={tall(value)} fill={inner === undefined ? INNER : OUTER} />
          {inner !== undefined && (
            <Bar x={at(id) + thick * INSET} width={thick * (1 - 2 * INSET)} y={top(inner)} height={tall(inner)} fill={INNER} />
          )}
        </g>
      ))}
      {bars.filter(isWritten).map(({ id, value }) => (
        <text key={id} x={at(id) + thick / 2} y={top(value) - 6} textAnchor="middle" {...LABEL}>
          {wholeText(value)}
        </text>
      ))}
      <AxisLeft
        scale={y}
        tickValues={ticks}
        tickFormat={String}
        hideAxisLine
        hideTicks
        tickLabelProps={{ ...LABEL, textAnchor: 'end', dx: -4, dy: 4 }}
      />
      <AxisBelow plot={plot} top={y(0)} labels={months} />
    </>
  );
}

const wholeText = (value: number): string => String(Math.round(value));

/** The first event of each month. */
function firstOfMonths(bars: readonly BarOf[]): BarOf[] {
  const monthOf = ({ startDate }: BarOf): string => startDate.slice(0, 7);
  return bars.filter((bar, place) => place === 0 || monthOf(bar) !== monthOf(bars[place - 1] ?? bar));
}
