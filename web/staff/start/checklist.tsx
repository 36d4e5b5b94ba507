import { useQueryClient } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { StartView } from '#shared/staff/start.contract.ts';
import { staffPath } from '#web/staff/staff-api.ts';
import { Disclosure } from '#web/staff/ui/disclosure.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { StepPanel } from './step-panel.tsx';

const STEPS = ['club', 'texts', 'bank', 'mail', 'mailbox', 'alarm', 'night', 'lineUp', 'ticketTypes', 'published'] as const;
export type Step = (typeof STEPS)[number];

/** Texts, the user's own mailbox and a second channel for alerts can wait. */
export const isReadyToSell = ({ steps }: StartView): boolean =>
  STEPS.every((step) => steps[step] || step === 'texts' || step === 'mailbox' || step === 'alarm');

/** The steps from an empty club to its first event on sale, ticked by the state of the data, each done where it stands. */
export function Checklist({ start: { steps, nightId: eventId } }: { start: StartView }) {
  const { t } = useTranslation('staff-home');
  const client = useQueryClient();
  const left = STEPS.filter((step) => !steps[step]);
  // Once an event is on sale, the rest is not the first thing to do.
  const [openStep, setOpenStep] = useState(steps.published ? undefined : left[0]);
  const done = STEPS.length - left.length;
  return (
    <section aria-labelledby="steps">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="steps" className="text-[1.25rem] leading-7 font-bold">
          {t(steps.published ? 'still_open' : 'steps_title')}
        </h2>
        <span className="type-tabular text-muted">{t('progress', { done, all: STEPS.length })}</span>
      </div>
      <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden className="mb-3 h-1 w-full bg-surface-3">
        <rect width={(100 * done) / STEPS.length} height="4" className="fill-accent" />
      </svg>
      <ol className="rounded-control bg-surface-1">
        {(steps.published ? left : STEPS).map((step) => {
          const name = <StepName step={step} isDone={steps[step]} />;
          return (
            <li key={step} className="border-b border-hairline px-4 last:border-b-0">
              {steps[step] ? (
                <p className="flex min-h-12 items-center gap-3 text-muted">{name}</p>
              ) : (
                <Disclosure title={name} isOpen={openStep === step} onChange={(isOpen) => setOpenStep(isOpen ? step : undefined)}>
                  <div className="flex flex-col items-start gap-3 pb-4 tablet:ps-8">
                    <StepPanel
                      step={step}
                      eventId={eventId}
                      onDone={() => {
                        setOpenStep(left[left.indexOf(step) + 1]);
                        void client.invalidateQueries({ queryKey: ['start'] });
                      }}
                    />
                  </div>
                </Disclosure>
              )}
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

function StepName({ step, isDone }: { step: Step; isDone: boolean }): ReactNode {
  const { t } = useTranslation('staff-home');
  return (
    <>
      <span
        aria-hidden
        className={classNames(
          'grid size-5 shrink-0 place-items-center rounded-full',
          isDone ? 'bg-accent text-coal' : 'border border-control',
        )}
      >
        {isDone && <Check size={14} strokeWidth={3} />}
      </span>
      <span className="min-w-0">
        {t(`steps.${step}`)}
        <span className="sr-only"> ({isDone ? t('done') : t('open')})</span>
      </span>
    </>
  );
}
