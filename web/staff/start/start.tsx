import { useQuery } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import { lazy, Suspense } from 'react';
import { Link, Navigate, useLocation } from 'react-router';
import { paths } from '#shared/paths.ts';
import type { BackupView, StartView } from '#shared/staff/start.contract.ts';
import { errorText } from '#web/lib/error-text.ts';
import { Alerts } from '#web/staff/orders/alert-inbox.tsx';
import { FROM_CONSOLE } from '#web/staff/place-links.tsx';
import { useMay } from '#web/staff/rights.tsx';
import { Backup } from '#web/staff/settings/backup.tsx';
import { BankCheck, MailCheck } from '#web/staff/settings/checks.tsx';
import { staffApi, staffPath } from '#web/staff/staff-api.ts';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { Needs } from './needs.tsx';
import { NextEvent, NoEvent } from './next-event.tsx';

/** In a file of its own: what it shares with the set-up would add to every page's list of scripts. */
const DemoNotice = lazy(async () => ({ default: (await import('./demo-content.tsx')).DemoNotice }));

/** The start of the console: the steps to the first event on sale, and afterwards today's tasks. */
export default function Start() {
  const { t } = useTranslation(['common', 'staff', 'staff-start', 'errors']);
  const { data, error, refetch } = useQuery({ queryKey: ['start'], queryFn: ({ signal }) => staffApi.staffStart.get({}, { signal }) });
  const may = useMay();
  const maySetUp = may('events.edit') && may('content.edit');
  const isSetUp = data !== undefined && Object.values(data.steps).every(Boolean);
  /** Before the first event is on sale, the steps are all there is to do. */
  const hasOpened = data?.steps.published || !maySetUp;
  const state: unknown = useLocation().state;
  // While an event runs, the console opens on it, unless the sale is not set up yet; the console's own links still lead here.
  const isAtWork = !maySetUp || (data !== undefined && SALE_STEPS.every((step) => data.steps[step]));
  if (data?.night?.isRunning && isAtWork && may('door.run') && state !== FROM_CONSOLE)
    return <Navigate to={staffPath('tonight')} replace />;
  return (
    <>
      <SectionTitle>{t('staff:nav.home')}</SectionTitle>
      {!data && error && <ErrorState message={errorText(error, t)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-96 w-full" />}
      {may('events.edit') && (
        <Suspense>
          <DemoNotice />
        </Suspense>
      )}
      {may('alerts.handle') && <Alerts />}
      {data?.backup && isBad(data.backup) && <Backup backup={data.backup} />}
      {data && (
        <div className="grid items-start gap-x-12 gap-y-8 desktop:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-8">
            {hasOpened && <Needs waiting={data.waiting} />}
            {!isSetUp && maySetUp && <StepList start={data} />}
          </div>
          {hasOpened && (data.night ? <NextEvent event={data.night} /> : <NoEvent />)}
        </div>
      )}
    </>
  );
}

/** A good one is not news, and has its place in the settings. */
const isBad = ({ state }: BackupView): boolean => state === 'old' || state === 'failed';

const STEPS = ['club', 'texts', 'bank', 'mail', 'mailbox', 'alarm', 'night', 'lineUp', 'ticketTypes', 'published'] as const;
type Step = (typeof STEPS)[number];
/** Texts, the user's own mailbox and a second channel for alerts can wait. */
const SALE_STEPS = STEPS.filter((step) => step !== 'texts' && step !== 'mailbox' && step !== 'alarm');

/** The screen of a step; banks and mail are set up on the server itself (docs/operations.md). */
function pathOf(step: Step, eventId: number | null): string | undefined {
  if (step === 'club') return staffPath('settings/club');
  if (step === 'texts') return staffPath('set-up/house');
  if (step === 'mailbox') return paths.profile;
  if (step === 'bank' || step === 'mail' || step === 'alarm') return undefined;
  // The other steps need an event.
  if (eventId === null) return step === 'night' ? staffPath('events/new') : undefined;
  const part = { night: '', lineUp: '/line-up', ticketTypes: '/tickets', published: '' }[step];
  return staffPath(`events/${eventId}${part}`);
}

/** The steps from an empty club to its first event on sale, ticked by the state of the data. */
function StepList({ start: { steps, nightId: eventId } }: { start: StartView }) {
  const { t } = useTranslation('staff-start');
  const next = STEPS.find((step) => !steps[step]);
  return (
    <section aria-labelledby="steps" className="max-w-[80ch]">
      <h2 id="steps" className="mb-3 text-[1.25rem] leading-7 font-bold">
        {steps.published ? t('still_open') : t('steps_title')}
      </h2>
      <ol className="border-t border-hairline">
        {STEPS.filter((step) => !steps.published || !steps[step]).map((step) => {
          const path = pathOf(step, eventId);
          return (
            <li key={step} className="flex gap-4 border-b border-hairline py-3">
              <Tick isDone={steps[step]} />
              <div className="flex min-w-0 flex-col">
                <span className={classNames('font-semibold', step === next && 'text-accent')}>
                  {path && !steps[step] ? (
                    <Link to={path} className="link -my-3 inline-block py-3">
                      {t(`steps.${step}`)}
                    </Link>
                  ) : (
                    t(`steps.${step}`)
                  )}
                  <span className="sr-only"> ({steps[step] ? t('done') : t('open')})</span>
                </span>
                {!steps[step] && <span className="text-muted">{t(`how.${step}`)}</span>}
                {step === 'bank' && <BankCheck />}
                {step === 'mail' && <MailCheck />}
              </div>
            </li>
          );
        })}
      </ol>
      {!steps.published && (
        <Link to={staffPath('set-up')} className="link mt-2 inline-flex min-h-11 items-center">
          {t('set_up')}
        </Link>
      )}
    </section>
  );
}

function Tick({ isDone }: { isDone: boolean }) {
  return (
    <span
      aria-hidden
      className={classNames(
        'mt-0.5 grid size-5 shrink-0 place-items-center rounded-full',
        isDone ? 'bg-accent text-coal' : 'border border-control',
      )}
    >
      {isDone && <Check size={14} strokeWidth={3} />}
    </span>
  );
}
