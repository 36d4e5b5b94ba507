import { AxisLeft } from '@visx/axis';
import { curveStepAfter } from '@visx/curve';
import { GridRows } from '@visx/grid';
import { scaleLinear } from '@visx/scale';
import { LinePath } from '@visx/shape';
import { useTranslation } from '#web/ui/translation.tsx';
import { dateText } from '#shared/dates.ts';
import { eventName } from '#shared/events/timing.ts';
import type { EventReportView, SalesCurve } from '#shared/staff/reports.contract.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { DataTable } from '#web/staff/components/data-table.tsx';
import { AxisBelow, ChartFrame, LABEL, type Plot } from './chart-frame.tsx';

const HEIGHT = 240;

/** The first is the event itself; the others also differ by their dashes. */
const LOOKS = [
  { stroke: 'var(--color-sulphur)', strokeWidth: 3 },
  { stroke: 'var(--color-balcony)', strokeWidth: 2, strokeDasharray: '8 4' },
  { stroke: 'var(--color-lilac)', strokeWidth: 2, strokeDasharray: '2 4' },
  { stroke: 'var(--color-pink)', strokeWidth: 2, strokeDasharray: '12 4 2 4' },
];

/** How an event sold, beside the last comparable ones: a chart, its legend in figures, and a table of the same. */
export function SalesCurves({ curves, daysLeft }: Pick<EventReportView, 'curves' | 'daysLeft'>) {
  const { t } = useTranslation(['staff-reports', 'staff']);
  const { language } = useLanguage();
  const [own, ...others] = curves;
  const days = daysOfCurves(curves, daysLeft);
  if (!own || days.length === 0) return <p className="py-6 text-muted">{t('nothing_sold')}</p>;
  const sold = soldAt(own, daysLeft);
  return (
    <div className="flex flex-col gap-3">
      <p className="max-w-[80ch] text-muted">{t(others.length > 0 ? 'curve_about' : 'curve_alone')}</p>
      <ChartFrame height={HEIGHT} alt={t('curve_alt', { name: eventName(own.event, language), sold })}>
        {(plot) => <Lines plot={plot} curves={curves} daysLeft={daysLeft} first={days[0] ?? 0} />}
      </ChartFrame>
      <ul className="flex flex-col gap-1">
        {curves.map((curve, place) => (
          <LegendLine key={curve.event.id} curve={curve} place={place} daysLeft={daysLeft} />
        ))}
      </ul>
      <details>
        <summary className="inline-flex min-h-11 items-center underline underline-offset-4">{t('staff:table')}</summary>
        <CurveTable curves={curves} daysLeft={daysLeft} days={days} />
      </details>
    </div>
  );
}

type CurvesProps = Pick<EventReportView, 'curves' | 'daysLeft'>;

function Lines({ plot, curves, daysLeft, first }: CurvesProps & { plot: Plot; first: number }) {
  const { width, height } = plot;
  const { t } = useTranslation('staff-reports');
  const most = Math.max(1, ...curves.flatMap(({ points }) => points.map(({ sold }) => sold)));
  const x = scaleLinear({ domain: [Math.max(1, first), 0], range: [0, width] });
  const y = scaleLinear({ domain: [0, most], range: [height, 0], nice: 4 });
  const [own] = curves;
  const wholes = (ticks: number[]) => ticks.filter(Number.isInteger);
  return (
    <>
      <GridRows scale={y} width={width} tickValues={wholes(y.ticks(4))} stroke="var(--color-hairline)" />
      {[...curves.entries()].toReversed().map(([place, curve]) => (
        <LinePath
          key={curve.event.id}
          data={stepsOf(curve, lastDay(place, daysLeft))}
          x={({ daysBefore }) => x(daysBefore)}
          y={({ sold }) => y(sold)}
          curve={curveStepAfter}
          fill="none"
          {...LOOKS[place]}
        />
      ))}
      {own && <circle cx={x(lastDay(0, daysLeft))} cy={y(soldAt(own, daysLeft))} r={5} fill={LOOKS[0]?.stroke} />}
      <AxisLeft
        scale={y}
        tickValues={wholes(y.ticks(4))}
        tickFormat={String}
        hideAxisLine
        hideTicks
        tickLabelProps={{ ...LABEL, textAnchor: 'end', dx: -4, dy: 4 }}
      />
      <AxisBelow
        plot={plot}
        labels={[0, ...wholes(x.ticks(12))].map((days) => ({ text: days === 0 ? t('doors') : String(days), at: x(days) }))}
      />
    </>
  );
}

/** The points of a line from 0 to its last day. */
function stepsOf({ points }: SalesCurve, last: number): SalesCurve['points'] {
  const [begin, end] = [points[0], points.at(-1)];
  if (!begin || !end) return [];
  return [{ daysBefore: begin.daysBefore, sold: 0 }, ...points, { daysBefore: Math.min(last, end.daysBefore), sold: end.sold }];
}

function LegendLine({ curve, place, daysLeft }: { curve: SalesCurve; place: number; daysLeft: number }) {
  const { t } = useTranslation(['common', 'staff-reports']);
  const { language } = useLanguage();
  const sold = soldAt(curve, 0);
  const earlier = soldAt(curve, daysLeft);
  const isRunning = daysLeft > 0;
  const text = place === 0 ? (isRunning ? 'now' : 'in_all') : isRunning ? 'then' : 'in_all';
  return (
    <li className="flex items-baseline gap-3">
      <svg aria-hidden="true" width={36} height={12} className="shrink-0 translate-y-1">
        <line x1={0} x2={36} y1={4} y2={4} {...LOOKS[place]} />
      </svg>
      <span className="min-w-0 wrap-anywhere">
        <span className={place === 0 ? 'font-semibold' : undefined}>
          {eventName(curve.event, language)}, {dateText(curve.event.startDate, language, t)}
        </span>
        : {t(`staff-reports:${text}`, { sold, earlier })}
      </span>
    </li>
  );
}

function CurveTable({ curves, daysLeft, days }: CurvesProps & { days: readonly number[] }) {
  const { t } = useTranslation(['common', 'staff-reports']);
  const { language } = useLanguage();
  return (
    <DataTable
      caption={t('staff-reports:curve')}
      rows={days}
      keyOf={String}
      columns={[
        {
          key: 'days',
          title: t('staff-reports:days_before'),
          isTitled: true,
          cell: (day) => (day === 0 ? t('staff-reports:doors') : day),
        },
        ...curves.map((curve, place) => ({
          key: String(curve.event.id),
          // The legend names the event of each line.
          title: dateText(curve.event.startDate, language, t),
          isNumber: true,
          cell: (day: number) => (day < lastDay(place, daysLeft) ? '' : soldAt(curve, day)),
        })),
      ]}
    />
  );
}

/** The tickets sold by the end of a day; `day` counts back from the doors. */
const soldAt = ({ points }: SalesCurve, day: number): number => points.findLast(({ daysBefore }) => daysBefore >= day)?.sold ?? 0;

/** The last day of a line: today for the event itself, which is the first, and the day of the doors for the comparable ones. */
const lastDay = (place: number, daysLeft: number): number => (place === 0 ? daysLeft : 0);

/** The days on which any line changed, today and the day of the doors, earliest first; none if nothing was sold. */
function daysOfCurves(curves: readonly SalesCurve[], daysLeft: number): number[] {
  const days = curves.flatMap(({ points }) => points.map(({ daysBefore }) => daysBefore));
  return days.length === 0 ? [] : [...new Set([...days, daysLeft, 0])].sort((a, b) => b - a);
}
