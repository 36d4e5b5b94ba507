import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { timeText, venueTime } from '#shared/dates.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/durations.ts';
import type { DoorMinute } from '#shared/staff/tonight.contract.ts';
import { DataTable } from '#web/staff/components/data-table.tsx';
import { staffApi } from '#web/staff/staff-api.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { AxisBelow, ChartFrame, hoursBetween, LABEL } from '#web/staff/charts/chart-frame.tsx';

const READ_EVERY_MS = 30_000;
const HEIGHT = 160;

type InsideByMinuteProps = { eventId: number; licensed: number };

/** How many people were inside over the course of the event, and the limit; a table has the same data. Nothing before the first guest. */
export function InsideByMinute({ eventId, licensed }: InsideByMinuteProps) {
  const { t } = useTranslation('staff-tonight');
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery({
    queryKey: ['minutes', eventId],
    queryFn: ({ signal }) => staffApi.staffTonight.minutes({ eventId }, { signal }),
    refetchInterval: READ_EVERY_MS,
  });
  const minutes = data?.minutes ?? [];
  const [first] = minutes;
  if (!first) return null;
  const peak = minutes.reduce((most, minute) => (minute.inside > most.inside ? minute : most), first);
  return (
    <div>
      <h2 className="text-[1.25rem] leading-7 font-bold">{t('minutes.title')}</h2>
      <p className="text-muted">{t('minutes.peak', { most: peak.inside, time: timeText(peak.at), licensed })}</p>
      <Line minutes={minutes} licensed={licensed} most={peak.inside} />
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="inline-flex min-h-11 items-center underline underline-offset-4">{t('minutes.as_table')}</summary>
        {isOpen && (
          <DataTable
            caption={t('minutes.title')}
            rows={minutes}
            keyOf={({ at }) => at}
            columns={[
              { key: 'at', title: t('minutes.at'), cell: ({ at }) => timeText(at) },
              { key: 'in', title: t('minutes.in'), isNumber: true, cell: (minute) => minute.in },
              { key: 'out', title: t('minutes.out'), isNumber: true, cell: ({ out }) => out },
              { key: 'refused', title: t('minutes.refused'), isNumber: true, cell: ({ refused }) => refused },
              { key: 'inside', title: t('minutes.inside'), isNumber: true, cell: ({ inside }) => inside },
            ]}
          />
        )}
      </details>
    </div>
  );
}

/** The sentence above and the table below say the same. */
function Line({ minutes, licensed, most }: { minutes: readonly DoorMinute[]; licensed: number; most: number }) {
  const { t } = useTranslation('staff-tonight');
  const times = minutes.map(({ at }) => Date.parse(at));
  const first = Math.min(...times);
  const from = first - venueTime(new Date(first)).minute * MINUTE_MS;
  const until = Math.max(from + HOUR_MS, from + Math.ceil((Math.max(...times) - from) / HOUR_MS) * HOUR_MS);
  return (
    <ChartFrame hasScale={false} isDecoration height={HEIGHT}>
      {(plot) => {
        const x = (at: number) => ((at - from) / (until - from)) * plot.width;
        const y = (people: number) => HEIGHT - (people / Math.max(licensed, most)) * HEIGHT;
        // The number is the same until the next minute with a scan.
        const steps = minutes.map(({ at, inside }) => `H${x(Date.parse(at))}V${y(inside)}`).join('');
        return (
          <>
            <path d={`M${x(first)} ${HEIGHT}${steps}V${HEIGHT}Z`} fill="var(--color-faint)" />
            <line x1={0} x2={plot.width} y1={y(licensed)} y2={y(licensed)} stroke="var(--color-danger)" strokeDasharray="6 6" />
            <text x={plot.width} y={y(licensed) - 6} textAnchor="end" {...LABEL}>
              {t('minutes.allowed', { licensed })}
            </text>
            <AxisBelow plot={plot} labels={hoursBetween(from, until).map((at) => ({ text: timeText(new Date(at)), at: x(at) }))} />
          </>
        );
      }}
    </ChartFrame>
  );
}
