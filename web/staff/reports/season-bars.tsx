import { AxisBottom, AxisLeft } from '@visx/axis';
import { GridRows } from '@visx/grid';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { useTranslation } from '#web/ui/translation.tsx';
import { venueTime } from '#shared/dates.ts';
import { ChartFrame, LABEL, type Plot } from './chart-frame.tsx';

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
const PIXELS_A_MONTH = 88;
const WIDEST_BAR = 32;

function Bars({ plot: { width, height }, bars }: { plot: Plot; bars: readonly BarOf[] }) {
  const { t } = useTranslation();
  const most = Math.max(1, ...bars.flatMap(({ value, inner = 0 }) => [value, inner]));
  const least = Math.min(0, ...bars.map(({ value }) => value));
  const x = scaleBand({ domain: bars.map(({ id }) => id), range: [0, width], padding: GAP });
  const y = scaleLinear({ domain: [least, most], range: [height, 0], nice: 3 });
  const thick = Math.min(x.bandwidth(), WIDEST_BAR);
  const at = (id: number) => (x(id) ?? 0) + (x.bandwidth() - thick) / 2;
  const top = (value: number) => Math.min(y(value), y(0));
  const tall = (value: number) => Math.abs(y(value) - y(0));
  const months = new Map(bars.map(({ id, startDate }) => [id, t(`months.${venueTime(startDate).monthName}`)]));
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
      <AxisLeft
        scale={y}
        tickValues={ticks}
        tickFormat={String}
        hideAxisLine
        hideTicks
        tickLabelProps={{ ...LABEL, textAnchor: 'end', dx: -4, dy: 4 }}
      />
      <AxisBottom
        top={y(0)}
        scale={x}
        tickValues={firstOfMonths(bars, Math.max(1, Math.floor(width / PIXELS_A_MONTH)))}
        tickFormat={(id) => months.get(id) ?? ''}
        stroke="var(--color-quiet)"
        tickStroke="var(--color-quiet)"
        tickLabelProps={{ ...LABEL, textAnchor: 'middle', dy: height - y(0) }}
      />
    </>
  );
}

/** The first event of each month, or of as many months as there is room for. */
function firstOfMonths(bars: readonly BarOf[], room: number): number[] {
  const monthOf = ({ startDate }: BarOf): string => startDate.slice(0, 7);
  const firsts = bars.filter((bar, place) => place === 0 || monthOf(bar) !== monthOf(bars[place - 1] ?? bar));
  const step = Math.ceil(firsts.length / room);
  return firsts.filter((_, place) => place % step === 0).map(({ id }) => id);
}
