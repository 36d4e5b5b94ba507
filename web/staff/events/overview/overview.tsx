import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useNavigate, useParams } from 'react-router';
import { MINUTE_MS } from '#shared/durations.ts';
import type { StaffEventView } from '#shared/staff/events.contract.ts';
import type { EventReportView } from '#shared/staff/reports.contract.ts';
import { errorText } from '#web/lib/error-text.ts';
import { useNow } from '#web/lib/now.tsx';
import { toast } from '#web/lib/toast.ts';
import { type Figure, Figures } from '#web/staff/components/data-table.tsx';
import { SoldBar } from '#web/staff/components/sold-bar.tsx';
import { sumText } from '#web/staff/components/sum-text.ts';
import { useMay } from '#web/staff/rights.tsx';
import { staffApi } from '#web/staff/staff-api.ts';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { isConflict } from '#web/staff/events/confirm-event.tsx';
import { EventFrame, EventLoader, eventPaths, eventQuery } from '#web/staff/events/event-frame.tsx';
import { EventPoster } from '#web/staff/events/poster.tsx';
import { PlannedPublication } from '#web/staff/events/publish/plan-publication.tsx';
import { StateButtons } from '#web/staff/events/publish/state-buttons.tsx';
import { besideClass } from '#web/staff/ui/beside.ts';
import { Channels, SoldByType } from './sales.tsx';
import { Missing } from './missing.tsx';
import { NextSteps } from './next-steps.tsx';

/** The charts' own library loads with the curve alone. */
const SalesCurves = lazy(async () => ({ default: (await import('#web/staff/charts/sales-curve.tsx')).SalesCurves }));

/** How an event stands: its figures, its sales, what is missing and what to do next. */
export default function EventOverview() {
  const { id } = useParams();
  return <EventLoader id={id}>{(event) => <Overview event={event} />}</EventLoader>;
}

function Overview({ event }: { event: StaffEventView }) {
  const { t } = useTranslation(['common', 'staff-events', 'errors']);
  const client = useQueryClient();
  const navigate = useNavigate();
  const may = useMay();
  const isDraft = event.state === 'draft';
  const { refetch } = useQuery({ ...eventQuery(event.id), refetchInterval: MINUTE_MS, refetchOnMount: false, refetchOnWindowFocus: true });
  const report = useQuery({
    queryKey: ['report', event.id],
    queryFn: ({ signal }) => staffApi.staffReports.event({ id: event.id }, { signal }),
    refetchInterval: MINUTE_MS,
    enabled: may('money.read') && !isDraft,
  });
  const change = (changed: StaffEventView) => client.setQueryData(eventQuery(event.id).queryKey, changed);
  const refuse = (error: unknown): boolean => {
    // Shows the newest state, so that the next attempt is about that.
    if (isConflict(error)) void refetch();
    toast.error(errorText(error, t));
    return true;
  };
  return (
    <EventFrame
      event={event}
      tab="overview"
      end={
        <StateButtons
          event={event}
          hasPublish
          onChanged={change}
          onRefused={refuse}
          onDeleted={() => void navigate(`${eventPaths.list}?show=drafts`, { replace: true })}
          onStale={() => void refetch()}
        />
      }
    >
      <PlannedPublication event={event} onChanged={change} />
      <div className={`${besideClass} [--aside:18rem]`}>
        <div className="flex flex-col gap-8">
          <EventFigures event={event} report={report.data} />
          <Missing event={event} />
          {!isDraft && may('money.read') && <Curve {...report} />}
          <SoldByType eventId={event.id} />
          {report.data && <Channels report={report.data} />}
        </div>
        <div className="flex flex-col gap-8">
          <NextSteps event={event} />
          <EventPoster event={event} sizes="18rem" className="max-w-72 max-desktop:hidden" />
        </div>
      </div>
    </EventFrame>
  );
}

/** Tickets, people and, by right, money. */
function EventFigures({ event, report }: { event: StaffEventView; report: EventReportView | undefined }) {
  const { t } = useTranslation(['staff-events', 'staff']);
  const hasBegun = new Date(event.startDate) <= useNow();
  const { places } = event;
  const may = useMay();
  const [own] = report?.sums ?? [];
  const figures: Figure[] = [
    { label: t('figure.sold'), value: String(places.sold), note: t('staff:of', { capacity: places.capacity }) },
    { label: t('figure.reserved'), value: String(places.held) },
  ];
  if (hasBegun && own) {
    const to = may('door.run') ? eventPaths.doorSheet(event.id) : undefined;
    figures.push({ label: t('staff:checked_in'), value: String(own.came), to });
  }
  if (report) figures.push({ label: t('figure.views'), value: String(report.pageViews) });
  if (own) figures.push({ label: t('column.revenue'), value: sumText(own, own.net) });
  return (
    <section aria-label={t('figure.title')}>
      <Figures figures={figures} />
      <SoldBar {...places} className="mt-3 block" />
    </section>
  );
}

function Curve({ data, error, refetch }: Pick<UseQueryResult<EventReportView>, 'data' | 'error' | 'refetch'>) {
  const { t } = useTranslation(['common', 'staff-reports', 'errors']);
  const box = <Skeleton className="h-60 w-full" />;
  return (
    <section aria-labelledby="curve">
      <h2 id="curve" className="text-[1.25rem] leading-7 font-bold">
        {t('staff-reports:curve')}
      </h2>
      {!data && (error ? <ErrorState message={errorText(error, t)} onRetry={() => void refetch()} /> : box)}
      {data && (
        <Suspense fallback={box}>
          <SalesCurves curves={data.curves} daysLeft={data.daysLeft} />
        </Suspense>
      )}
    </section>
  );
}
