import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { BackupView } from '#shared/staff/start.contract.ts';
import { NotLoaded } from '#web/staff/components/not-loaded.tsx';
import { FROM_CONSOLE } from '#web/staff/place-links.tsx';
import { useMay } from '#web/staff/rights.tsx';
import { Backup } from '#web/staff/settings/backup.tsx';
import { staffApi, staffPath } from '#web/staff/staff-api.ts';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { Checklist, isReadyToSell } from './checklist.tsx';
import { Needs } from './needs.tsx';
import { NextEvent, NoEvent } from './next-event.tsx';

/** In a file of its own: what it shares with the set-up would add to every page's list of scripts. */
const DemoNotice = lazy(async () => ({ default: (await import('./demo-content.tsx')).DemoNotice }));

const REFETCH_MS = 60_000;

/** The start of the console: what waits for a person, the next event, and until all is done the steps of the set-up. */
export default function Start() {
  const { t } = useTranslation(['common', 'staff', 'staff-home']);
  const { data, error, refetch } = useQuery({
    queryKey: ['start'],
    queryFn: ({ signal }) => staffApi.staffStart.get({}, { signal }),
    refetchInterval: REFETCH_MS,
  });
  const may = useMay();
  const maySetUp = may('events.edit') && may('content.edit');
  const isSetUp = data !== undefined && Object.values(data.steps).every(Boolean);
  /** Before the first event is on sale, the steps are all there is to do. */
  const hasOpened = data?.steps.published || !maySetUp;
  const state: unknown = useLocation().state;
  // While an event runs, the console opens on it, unless the sale is not set up yet; the console's own links still lead here.
  const isAtWork = !maySetUp || (data !== undefined && isReadyToSell(data));
  if (data?.night?.isRunning && isAtWork && may('door.run') && state !== FROM_CONSOLE)
    return <Navigate to={staffPath('tonight')} replace />;
  const create = (
    <LinkButton to={staffPath('events/new')} size="small">
      {t('staff:create_event')}
    </LinkButton>
  );
  return (
    <>
      <SectionTitle end={hasOpened && data?.night && may('events.edit') ? create : undefined}>{t('staff:nav.home')}</SectionTitle>
      {!data && <NotLoaded error={error} box="h-96" onRetry={refetch} />}
      {may('events.edit') && (
        <Suspense>
          <DemoNotice />
        </Suspense>
      )}
      {data?.backup && isBad(data.backup) && <Backup backup={data.backup} />}
      {data && (
        <div className="grid items-start gap-x-12 gap-y-8 desktop:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-8">
            {(hasOpened || (data.waiting.alerts ?? 0) > 0) && <Needs waiting={data.waiting} />}
            {!isSetUp && maySetUp && <Checklist start={data} />}
          </div>
          {hasOpened && (data.night ? <NextEvent event={data.night} /> : <NoEvent />)}
        </div>
      )}
    </>
  );
}

/** A good one is not news, and has its place in the settings. */
const isBad = ({ state }: BackupView): boolean => state === 'old' || state === 'failed';
