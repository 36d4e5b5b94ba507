import { useId, useState } from 'react';
import { timeText } from '#shared/dates.ts';
import type { Quarter } from '#shared/staff/tonight.contract.ts';
import { DataTable } from '#web/staff/components/data-table.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { AxisBelow, ChartFrame, hoursBetween, LABEL } from '#web/staff/charts/chart-frame.tsx';

type ArrivalsProps = {
  quarters: readonly Quarter[];
  now: string;
  /** The colour of the present quarter: the event's accent. */
  accent: string;
};

const QUARTER_MS = 15 * 60_000;
const HEIGHT = 160;
/** Between two bars, in pixels. */
const GAP = 3;

/** Arrivals per quarter of an hour: bars that show their value when focused, and the same data as a table. */
export function Arrivals({ quarters, now, accent }: ArrivalsProps) {
  const { t } = useTranslation(['staff-tonight', 'staff']);
  const id = useId();
  return (
    <div>
      <h2 id={id} className="text-[1.25rem] leading-7 font-bold">
        {t('arrivals')}
      </h2>
      <Bars quarters={quarters} now={now} accent={accent} />
      <details>
        <summary className="inline-flex min-h-11 items-center underline underline-offset-4">{t('staff:table')}</summary>
        <DataTable
          labelledBy={id}
          rows={quarters}
          keyOf={({ from }) => from}
          columns={[
            { key: 'from', title: t('from'), cell: ({ from }) => timeText(from) },
            { key: 'arrivals', title: t('came'), isNumber: true, cell: ({ arrivals }) => arrivals },
          ]}
        />
      </details>
    </div>
  );
}

function Bars({ quarters, now, accent }: ArrivalsProps) {
  const { t } = useTranslation('staff-tonight');
  const [shown, setShown] = useState<string>();
  const most = Math.max(1, ...quarters.map(({ arrivals }) => arrivals));
  const from = Date.parse(quarters[0]?.from ?? now);
  const until = Date.parse(quarters.at(-1)?.from ?? now) + QUARTER_MS;
  const moment = Date.parse(now);
  const isCurrent = ({ from: begin }: Quarter) => Date.parse(begin) <= moment && moment < Date.parse(begin) + QUARTER_MS;
  return (
    <ChartFrame hasScale={false} height={HEIGHT}>
      {(plot) => {
        const x = (at: number) => ((at - from) / (until - from)) * plot.width;
        const step = plot.width / quarters.length;
        return (
          <>
            {quarters
              .filter(({ arrivals }) => arrivals > 0)
              .map((quarter) => {
                const tall = (quarter.arrivals / most) * HEIGHT;
                const left = x(Date.parse(quarter.from));
                return (
                  <g
                    key={quarter.from}
                    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an image element cannot hold a bar
                    role="img"
                    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the value of a bar is seen when it has the focus
                    tabIndex={0}
                    aria-label={t('bar', { time: timeText(quarter.from), count: quarter.arrivals })}
                    onFocus={() => setShown(quarter.from)}
                    onBlur={() => setShown(undefined)}
                    onMouseEnter={() => setShown(quarter.from)}
                    onMouseLeave={() => setShown(undefined)}
                  >
                    <rect
                      x={left + GAP / 2}
                      y={HEIGHT - tall}
                      width={Math.max(1, step - GAP)}
                      height={tall}
                      fill={isCurrent(quarter) ? accent : 'var(--color-faint)'}
                    />
                    {shown === quarter.from && (
                      <text x={left + step / 2} y={HEIGHT - tall - 6} textAnchor="middle" {...LABEL} fill="var(--color-text)">
                        {quarter.arrivals}
                      </text>
                    )}
                  </g>
                );
              })}
            {moment >= from && moment <= until && (
              <line x1={x(moment)} x2={x(moment)} y1={-4} y2={HEIGHT + 4} stroke="var(--color-text)" strokeWidth={1.5} />
            )}
            <AxisBelow plot={plot} labels={hoursBetween(from, until).map((at) => ({ text: timeText(new Date(at)), at: x(at) }))} />
          </>
        );
      }}
    </ChartFrame>
  );
}
