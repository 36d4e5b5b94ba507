import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { dateText } from '#shared/dates.ts';
import type { StartView } from '#shared/staff/start.contract.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { LinkWith, OnlyWith } from '#web/staff/rights.tsx';
import { staffApi, staffPath } from '#web/staff/staff-api.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

/** The charts' own library loads with the curve alone. */
const SalesCurves = lazy(async () => ({ default: (await import('#web/staff/charts/sales-curve.tsx')).SalesCurves }));

/** The running or next event: how much of it is sold, and its sales curve. */
export function NextEvent({ event }: { event: NonNullable<StartView['night']> }) {
  const { t } = useTranslation(['common', 'staff', 'staff-start']);
  const { language } = useLanguage();
  const { places } = event;
  return (
    <section aria-labelledby="next-event">
      <h2 id="next-event" className="mb-2 text-[1.25rem] leading-7 font-bold">
        <LinkWith right="events.edit" to={staffPath(`events/${event.id}`)} className="link">
          {t(event.isRunning ? 'staff-start:running_night' : 'staff-start:next_night', {
            name: language === 'ka' ? event.name : event.nameLat,
            date: dateText(event.startDate, language, t),
          })}
        </LinkWith>
      </h2>
      {places && (
        <>
          <p className="type-tabular">
            <strong className="text-[2.125rem] leading-10">{places.sold}</strong> {t('staff-start:sold_of', { capacity: places.capacity })}
          </p>
          <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden className="my-2 h-2 w-full bg-surface-3">
            <rect width={Math.min(100, (100 * places.sold) / Math.max(1, places.capacity))} height="4" className="fill-accent" />
          </svg>
          <p className="text-muted">{t('staff:places_rest', places)}</p>
        </>
      )}
      <OnlyWith right="money.read">
        <Curve id={event.id} />
      </OnlyWith>
    </section>
  );
}

function Curve({ id }: { id: number }) {
  const { data } = useQuery({ queryKey: ['report', id], queryFn: ({ signal }) => staffApi.staffReports.event({ id }, { signal }) });
  const box = <Skeleton className="mt-4 h-60 w-full" />;
  if (!data) return box;
  return (
    <div className="mt-4">
      <Suspense fallback={box}>
        <SalesCurves curves={data.curves} daysLeft={data.daysLeft} />
      </Suspense>
    </div>
  );
}

export function NoEvent() {
  const { t } = useTranslation('staff-start');
  return (
    <section aria-labelledby="next-event">
      <h2 id="next-event" className="mb-2 text-[1.25rem] leading-7 font-bold">
        {t('no_night')}
      </h2>
      <OnlyWith right="events.edit">
        <LinkButton to={staffPath('events/new')} size="small">
          {t('create_event')}
        </LinkButton>
      </OnlyWith>
    </section>
  );
}
