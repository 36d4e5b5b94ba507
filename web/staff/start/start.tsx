import { useQuery } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import { lazy, Suspense } from 'react';
import { Link, Navigate, useLocation } from 'react-router';
import { dateText } from '#shared/dates.ts';
import { paths } from '#shared/paths.ts';
import type { Right } from '#shared/staff/rights.ts';
import type { StartView } from '#shared/staff/start.contract.ts';
import { errorText } from '#web/lib/error-text.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { LinkWith, useMay } from '#web/staff/rights.tsx';
import { staffApi, staffPath } from '#web/staff/staff-api.ts';
import { FROM_CONSOLE, SectionTitle } from '#web/staff/staff-frame.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { Backup } from './backup.tsx';
import { BankCheck, Checks, MailCheck } from './checks.tsx';

/** In a file of its own: what it shares with the set-up would add to every page's list of scripts. */
const DemoNotice = lazy(async () => ({ default: (await import('./demo-content.tsx')).DemoNotice }));

/** The start of the console: the steps to the first event on sale, and afterwards today's tasks. */
export default function Start() {
  const { t } = useTranslation(['common', 'staff', 'staff-start', 'errors']);
  const { data, error, refetch } = useQuery({ queryKey: ['start'], queryFn: ({ signal }) => staffApi.staffStart.get({}, { signal }) });
  const may = useMay();
  const maySetUp = may('events.edit') && may('content.edit');
  const isSetUp = data !== undefined && Object.values(data.steps).every(Boolean);
  const state: unknown = useLocation().state;
  // While an event runs, the console opens on it, unless the sale is not set up yet; the console's own links still lead here.
  const isAtWork = !maySetUp || (data !== undefined && SALE_STEPS.every((step) => data.steps[step]));
  if (data?.night?.isRunning && isAtWork && may('door.run') && state !== FROM_CONSOLE)
    return <Navigate to={staffPath('tonight')} replace />;
  return (
    <>
      <SectionTitle>{t('staff:sections.start')}</SectionTitle>
      {!data && error && <ErrorState message={errorText(error, t)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-96 w-full" />}
      {may('events.edit') && (
        <Suspense>
          <DemoNotice />
        </Suspense>
      )}
      {data && (data.steps.published || !maySetUp) && <Today start={data} />}
      {data?.backup && <Backup backup={data.backup} />}
      {data && !isSetUp && maySetUp && <StepList start={data} />}
      {data && hasChecks(data) && <Checks />}
      {data && (
        <Link to={staffPath('notifications')} className="link mt-8 inline-flex min-h-11 items-center">
          {t('staff-start:notifications')}
        </Link>
      )}
      {data && <p className="mt-4 text-muted">{t('staff-start:version', { version: data.version })}</p>}
    </>
  );
}

/** Once tickets are on sale, the list leaves out finished steps. */
const hasChecks = ({ steps }: StartView): boolean => steps.published && steps.bank && steps.mail;

type Fact = { name: string; value: string; note?: string; to: string; right: Right };

/** Today's figures, as far as the user may see them; each links to the screen that handles it. */
function Today({ start: { night: event, waiting } }: { start: StartView }) {
  const { t } = useTranslation(['common', 'staff', 'staff-start']);
  const { language } = useLanguage();
  const may = useMay();
  const eventName = event && (language === 'ka' ? event.name : event.nameLat);
  const all: Fact[] = [
    event
      ? {
          name: t('staff-start:sold'),
          value: textOf(event.places?.sold ?? null),
          ...(event.places && { note: t('staff:places_rest', event.places) }),
          to: staffPath(`nights/${event.id}`),
          right: 'events.edit',
        }
      : { name: t('staff-start:sold'), value: '–', to: staffPath('nights/new'), right: 'events.edit' },
    { name: t('staff-start:guests'), value: textOf(waiting.guests), to: staffPath('guests'), right: 'guests.read' },
    { name: t('staff-start:enquiries'), value: textOf(waiting.enquiries), to: staffPath('enquiries'), right: 'enquiries.answer' },
    { name: t('staff-start:alerts'), value: textOf(waiting.alerts), to: staffPath('orders'), right: 'money.read' },
    { name: t('staff-start:mails'), value: textOf(waiting.mails), to: staffPath('enquiries/mails'), right: 'mails.manage' },
  ];
  const facts = all.filter(({ right }) => may(right));
  return (
    <section aria-labelledby="today" className="mb-8">
      <h2 id="today" className="mb-3 text-[1.125rem] leading-7 font-bold">
        {event ? (
          <LinkWith right="events.edit" to={staffPath(`nights/${event.id}`)} className="link">
            {t(event.isRunning ? 'staff-start:running_night' : 'staff-start:next_night', {
              name: eventName,
              date: dateText(event.startDate, language, t),
            })}
          </LinkWith>
        ) : (
          t('staff-start:no_night')
        )}
      </h2>
      {facts.length > 0 && (
        <ul className="grid grid-cols-2 border-y border-hairline tablet:flex">
          {facts.map(({ name, value, note, to }) => (
            <li key={name} className="flex grow flex-col border-hairline py-3 pe-4 tablet:not-first:border-s tablet:not-first:ps-4">
              <Link to={to} className="group flex grow flex-col">
                <span className="text-muted group-hover:underline">{name}</span>
                <span className={classNames('type-tabular text-[2.125rem] leading-10 font-bold', value === '0' && 'text-faint')}>
                  {value}{' '}
                  {note !== undefined && <span className="inline-block text-[0.875rem] leading-5 font-normal text-muted">{note}</span>}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Null only if the right is missing; the figure is then not shown. */
const textOf = (count: number | null): string => String(count ?? '');

const STEPS = ['club', 'texts', 'bank', 'mail', 'mailbox', 'alarm', 'night', 'lineUp', 'ticketTypes', 'published'] as const;
type Step = (typeof STEPS)[number];
/** Texts, the user's own mailbox and a second channel for alerts can wait. */
const SALE_STEPS = STEPS.filter((step) => step !== 'texts' && step !== 'mailbox' && step !== 'alarm');

/** The screen of a step; banks and mail are set up on the server itself (docs/operations.md). */
function pathOf(step: Step, eventId: number | null): string | undefined {
  if (step === 'club') return staffPath('words');
  if (step === 'texts') return staffPath('set-up/house');
  if (step === 'mailbox') return paths.profile;
  if (step === 'bank' || step === 'mail' || step === 'alarm') return undefined;
  // The other steps need an event.
  if (eventId === null) return step === 'night' ? staffPath('nights/new') : undefined;
  const part = { night: '', lineUp: '/line-up', ticketTypes: '/ticket-types', published: '' }[step];
  return staffPath(`nights/${eventId}${part}`);
}

/** The steps from an empty club to its first event on sale, ticked by the state of the data. */
function StepList({ start: { steps, nightId: eventId } }: { start: StartView }) {
  const { t } = useTranslation('staff-start');
  const next = STEPS.find((step) => !steps[step]);
  return (
    <section aria-labelledby="steps" className="max-w-[80ch]">
      <h2 id="steps" className="mb-3 text-[1.125rem] font-bold">
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
