import { useId, useState } from 'react';
import { timeText } from '#shared/dates.ts';
import type { Quarter } from '#shared/staff/tonight.contract.ts';
import { DataTable } from '#web/staff/components/data-table.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { ABOVE, BELOW, BESIDE, HEIGHT, Hour, LABEL_SIZE } from './chart-axis.tsx';

type ArrivalsProps = {
  quarters: readonly Quarter[];
  now: string;
  /** The colour of the present quarter: the event's accent. */
  accent: string;
};

const QUARTER_MS = 15 * 60_000;
const WIDTH = 20;
const GAP = 3;

/** Arrivals per quarter of an hour: bars that show their value when focused, and the same data as a table. */
export function Arrivals({ quarters, now, accent }: ArrivalsProps) {
  const { t } = useTranslation('staff-tonight');
  const id = useId();
  return (
    <div>
      <h2 id={id} className="text-[1.25rem] leading-7 font-bold">
        {t('arrivals')}
      </h2>
      <Bars quarters={quarters} now={now} accent={accent} />
      <details>
        <summary className="inline-flex min-h-11 items-center underline underline-offset-4">{t('as_table')}</summary>
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
  const width = quarters.length * (WIDTH + GAP) - GAP;
  const [first] = quarters;
  const last = quarters.at(-1);
  const moment = Date.parse(now);
  const isCurrent = ({ from }: Quarter) => Date.parse(from) <= moment && moment < Date.parse(from) + QUARTER_MS;
  return (
    <svg viewBox={`${-BESIDE} 0 ${width + 2 * BESIDE} ${ABOVE + HEIGHT + BELOW}`} className="mt-2 w-full text-muted">
      {quarters.map((quarter, place) => {
        const height = (quarter.arrivals / most) * HEIGHT;
        const x = place * (WIDTH + GAP);
        const isShown = shown === quarter.from;
        return (
          <g key={quarter.from}>
            {quarter.arrivals > 0 && (
              <g
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
                  x={x}
                  y={ABOVE + HEIGHT - height}
                  width={WIDTH}
                  height={height}
                  fill={isCurrent(quarter) ? accent : 'var(--color-faint)'}
                />
                {isShown && (
                  <text
                    x={x + WIDTH / 2}
                    y={ABOVE + HEIGHT - height - 6}
                    textAnchor="middle"
                    fill="var(--color-text)"
                    className={LABEL_SIZE}
                  >
                    {quarter.arrivals}
                  </text>
                )}
              </g>
            )}
            <Hour at={quarter.from} x={x} />
          </g>
        );
      })}
      {first && <NowLine x={((moment - Date.parse(first.from)) / QUARTER_MS) * (WIDTH + GAP)} width={width} />}
      {last && <Hour at={new Date(Date.parse(last.from) + QUARTER_MS)} x={width} />}
      <line x1={0} x2={width} y1={ABOVE + HEIGHT} y2={ABOVE + HEIGHT} stroke="var(--color-quiet)" />
    </svg>
  );
}

/** The present time of the event; nothing before its first and after its last quarter. */
function NowLine({ x, width }: { x: number; width: number }) {
  if (x < 0 || x > width) return null;
  return <line x1={x} x2={x} y1={ABOVE - 4} y2={ABOVE + HEIGHT + 4} stroke="var(--color-text)" strokeWidth={1.5} />;
}
