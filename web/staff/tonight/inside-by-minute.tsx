import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { timeText, venueTime } from '#shared/dates.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/durations.ts';
import type { DoorMinute } from '#shared/staff/tonight.contract.ts';
import { DataTable } from '#web/staff/components/data-table.tsx';
import { staffApi } from '#web/staff/staff-api.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { ABOVE, BELOW, BESIDE, HEIGHT, Hour, LABEL_SIZE } from './chart-axis.tsx';

const READ_EVERY_MS = 30_000;
/** At most this many hours are labelled: a scan on another day makes the axis long. */
const HOURS_NAMED = 12;
const WIDTH = 733;

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

/** Decoration: the sentence above and the table below say the same. */
function Line({ minutes, licensed, most }: { minutes: readonly DoorMinute[]; licensed: number; most: number }) {
  const { t } = useTranslation('staff-tonight');
  const times = minutes.map(({ at }) => Date.parse(at));
  const first = Math.min(...times);
  const from = first - venueTime(new Date(first)).minute * MINUTE_MS;
  const until = Math.max(from + HOUR_MS, from + Math.ceil((Math.max(...times) - from) / HOUR_MS) * HOUR_MS);
  const x = (at: number) => ((at - from) / (until - from)) * WIDTH;
  const y = (people: number) => ABOVE + HEIGHT - (people / Math.max(licensed, most)) * HEIGHT;
  const apart = Math.ceil((until - from) / HOUR_MS / HOURS_NAMED) * HOUR_MS;
  const hours = Array.from({ length: Math.floor((until - from) / apart) + 1 }, (_, place) => from + place * apart);
  // The number is the same until the next minute with a scan.
  const steps = minutes.map(({ at, inside }) => `H${x(Date.parse(at))}V${y(inside)}`).join('');
  const start = x(times[0] ?? from);
  return (
    <svg aria-hidden="true" viewBox={`${-BESIDE} 0 ${WIDTH + 2 * BESIDE} ${ABOVE + HEIGHT + BELOW}`} className="mt-2 w-full text-muted">
      <path d={`M${start} ${ABOVE + HEIGHT}${steps}V${ABOVE + HEIGHT}Z`} fill="var(--color-faint)" />
      <line x1={0} x2={WIDTH} y1={y(licensed)} y2={y(licensed)} stroke="var(--color-danger)" strokeDasharray="6 6" />
      <text x={WIDTH} y={y(licensed) - 6} textAnchor="end" fill="currentColor" className={LABEL_SIZE}>
        {t('minutes.allowed', { licensed })}
      </text>
      <line x1={0} x2={WIDTH} y1={ABOVE + HEIGHT} y2={ABOVE + HEIGHT} stroke="var(--color-quiet)" />
      {hours.map((hour) => (
        <Hour key={hour} at={new Date(hour)} x={x(hour)} />
      ))}
    </svg>
  );
}
