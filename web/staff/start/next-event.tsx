import { useQuery } from '@tanstack/react-query';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { dateText } from '#shared/dates.ts';
import type { StartView } from '#shared/staff/start.contract.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { eventQuery } from '#web/staff/events/event-frame.tsx';
import { LinkWith, OnlyWith } from '#web/staff/rights.tsx';
import { staffApi, staffPath } from '#web/staff/staff-api.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

/** The charts' own library loads with the curve alone. */
const SalesCurves = lazy(async () => ({ default: (await import('#web/staff/charts/sales-curve.tsx')).SalesCurves }));

/** The running or next event: how much of it is sold, and its sales curve. */
export function NextEvent({ event }: { event: NonNullable<StartView['night']> }) {
  const { t } = useTranslation(['common', 'staff', 'staff-home']);
  const { language } = useLanguage();
  const { places } = event;
  return (
    <section aria-labelledby="next-event">
      <h2 id="next-event" className="mb-2 text-[1.25rem] leading-7 font-bold">
        <LinkWith right="events.edit" to={staffPath(`events/${event.id}`)} className="link">
          {t(event.isRunning ? 'staff-home:running_event' : 'staff-home:next_event', {
            name: language === 'ka' ? event.name : event.nameLat,
            date: dateText(event.startDate, language, t),
          })}
        </LinkWith>
      </h2>
      {places && (
        <>
          <p className="type-tabular">
            <strong className="text-[2.125rem] leading-10">{places.sold}</strong> {t('staff-home:sold_of', { capacity: places.capacity })}
          </p>
          <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden className="my-2 h-2 w-full bg-surface-3">
            <rect width={Math.min(100, (100 * places.sold) / Math.max(1, places.capacity))} height="4" className="fill-accent" />
          </svg>
          <p className="text-muted">{t('staff:places_rest', places)}</p>
        </>
      )}
      <OnlyWith right="events.edit">
        <Missing id={event.id} />
      </OnlyWith>
      <OnlyWith right="money.read">
        <Curve id={event.id} />
      </OnlyWith>
    </section>
  );
}

const PARTS = { photo: '/details', line_up: '/line-up', ticket_types: '/tickets' } as const;

/** What the event still lacks, each with the way there. */
function Missing({ id }: { id: number }) {
  const { t } = useTranslation('staff-home');
  const { data } = useQuery(eventQuery(id));
  if (!data) return null;
  const lacks = {
    photo: data.eventPhotoUrl === null,
    line_up: data.lineUps.length === 0,
    ticket_types: data.ticketTypes === 0 && !data.isComingSoon,
  };
  const missing = (['ticket_types', 'line_up', 'photo'] as const).filter((part) => lacks[part]);
  if (missing.length === 0) return null;
  return (
    <ul className="mt-2 flex flex-wrap gap-x-5">
      {missing.map((part) => (
        <li key={part}>
          <Link to={staffPath(`events/${id}${PARTS[part]}`)} className="link inline-flex min-h-11 items-center gap-2 text-warn">
            <TriangleAlert size={16} aria-hidden className="shrink-0" />
            {t(`missing.${part}`)}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Curve({ id }: { id: number }) {
  const { data } = useQuery({ queryKey: ['report', id], queryFn: ({ signal }) => staffApi.staffReports.event({ id }, { signal }) });
  const { ready } = useTranslation('staff-reports');
  const box = <Skeleton className="mt-4 h-60 w-full" />;
  if (!data || !ready) return box;
  return (
    <div className="mt-4">
      <Suspense fallback={box}>
        <SalesCurves curves={data.curves} daysLeft={data.daysLeft} />
      </Suspense>
    </div>
  );
}

export function NoEvent() {
  const { t } = useTranslation(['staff-home', 'staff']);
  return (
    <section aria-labelledby="next-event">
      <h2 id="next-event" className="mb-2 text-[1.25rem] leading-7 font-bold">
        {t('no_event')}
      </h2>
      <OnlyWith right="events.edit">
        <LinkButton to={staffPath('events/new')} size="small">
          {t('staff:create_event')}
        </LinkButton>
      </OnlyWith>
    </section>
  );
}
