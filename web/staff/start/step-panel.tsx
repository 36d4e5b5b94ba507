import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { errorText } from '#web/lib/error-text.ts';
import { toast } from '#web/lib/toast.ts';
import { useCommand } from '#web/staff/components/use-command.ts';
import { changeState, type Confirmation, ConfirmEvent, isConflict, useConfirmation } from '#web/staff/events/confirm-event.tsx';
import { eventQuery } from '#web/staff/events/event-frame.tsx';
import { PublishButton } from '#web/staff/events/publish/publish-button.tsx';
import { OnlyWith } from '#web/staff/rights.tsx';
import { BankCheck, MailCheck } from '#web/staff/settings/checks.tsx';
import { ForAdmin } from '#web/staff/settings/for-admin.tsx';
import { staffPath } from '#web/staff/staff-api.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import type { Step } from './checklist.tsx';

/** In files of their own: what they share with other pages would add to every page's list of scripts. */
const SetUpTexts = lazy(async () => ({ default: (await import('./set-up-texts.tsx')).SetUpTexts }));
const MailedCode = lazy(async () => ({ default: (await import('#web/accounts/second-factor/mailed-code.tsx')).MailedCode }));

type StepPanelProps = { step: Step; eventId: number | null; onDone(): void };

const EXPLAINED = ['texts', 'bank', 'mail', 'mailbox', 'alarm'] as const;

/** The way to do a step at once, and what it is for where its name does not say it. */
export function StepPanel({ step, eventId, onDone }: StepPanelProps) {
  const { t } = useTranslation('staff-home');
  const explained = EXPLAINED.find((each) => each === step);
  return (
    <>
      {explained && <p className="max-w-[60ch] text-muted">{t(`how.${explained}`)}</p>}
      <Action step={step} eventId={eventId} onDone={onDone} />
      {(step === 'bank' || step === 'mail' || step === 'alarm') && <ForAdmin of={step} />}
    </>
  );
}

function Action({ step, eventId, onDone }: StepPanelProps) {
  switch (step) {
    case 'club':
      return <Texts step="club" onDone={onDone} />;
    case 'texts':
      return <Texts step="house" onDone={onDone} />;
    case 'bank':
      return <BankCheck />;
    case 'mail':
      return <MailCheck />;
    case 'mailbox':
      return <VerifyEmail onDone={onDone} />;
    case 'alarm':
      return null;
    case 'night':
      return <Go to="events/new" step={step} />;
    case 'lineUp':
      return <Go to={eventId === null ? 'events/new' : `events/${eventId}/line-up`} step={step} />;
    case 'ticketTypes':
      return <Go to={eventId === null ? 'events/new' : `events/${eventId}/tickets`} step={step} />;
    case 'published':
      return eventId === null ? <Go to="events/new" step="night" /> : <Publish eventId={eventId} onDone={onDone} />;
  }
}

function Go({ to, step }: { to: string; step: 'night' | 'lineUp' | 'ticketTypes' }) {
  const { t } = useTranslation('staff-home');
  return (
    <LinkButton to={staffPath(to)} size="small">
      {t(`do.${step}`)}
    </LinkButton>
  );
}

function Texts({ step, onDone }: { step: 'club' | 'house'; onDone(): void }) {
  const { ready } = useTranslation(['staff-set-up', 'staff-site-content', 'forms']);
  const box = <Skeleton className="h-96 w-full" />;
  if (!ready) return box;
  return (
    <div className="w-full">
      <Suspense fallback={box}>
        <SetUpTexts step={step} onDone={onDone} />
      </Suspense>
    </div>
  );
}

/** Sends a code only once it is wanted. */
function VerifyEmail({ onDone }: { onDone(): void }) {
  const { t, ready } = useTranslation(['staff-home', 'accounts', 'account-errors', 'forms']);
  const [isWanted, setWanted] = useState(false);
  if (!isWanted || !ready)
    return (
      <Button size="small" onClick={() => setWanted(true)}>
        {t('do.mailbox')}
      </Button>
    );
  return (
    <Suspense fallback={<Skeleton className="h-60 w-full" />}>
      <MailedCode takesFocus takesLink onProved={onDone} />
    </Suspense>
  );
}

/** Publishes the event, after the questions that its own page would ask. */
function Publish({ eventId, onDone }: { eventId: number; onDone(): void }) {
  const { t } = useTranslation(['common', 'staff-home', 'staff-events', 'errors', 'staff-errors']);
  const { data: event, error, refetch } = useQuery(eventQuery(eventId));
  const [failure, setFailure] = useState<unknown>();
  const { question, ask, close } = useConfirmation();
  const publish = useCommand(async (confirmation?: Confirmation) => event && changeState(event, 'published', confirmation), {
    onSuccess() {
      close();
      toast.success(t('staff-events:published'));
      onDone();
    },
    onError(refusal) {
      ask(
        refusal,
        { id: eventId },
        (confirmation) => publish.run(confirmation),
        (other) => {
          setFailure(other);
          return true;
        },
      );
    },
  });
  const shown = error ?? failure;
  const retry = () => {
    setFailure(undefined);
    if (error || isConflict(failure)) void refetch();
    else publish.run(undefined);
  };
  return (
    <OnlyWith right="events.edit">
      <span className="flex flex-wrap items-center gap-4">
        <PublishButton eventId={eventId} isDisabled={!event} isPending={publish.isPending} onPublish={() => publish.run(undefined)} />
        <LinkButton to={staffPath(`events/${eventId}`)} look="quiet" size="small">
          {t('staff-home:do.check')}
        </LinkButton>
      </span>
      {shown !== undefined && shown !== null && <ErrorState message={errorText(shown, t)} onRetry={retry} />}
      {question && <ConfirmEvent question={question} act="publish" isBusy={publish.isPending} onClose={close} />}
    </OnlyWith>
  );
}
