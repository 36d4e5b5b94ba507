import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '#shared/errors.ts';
import { eventName } from '#shared/events/timing.ts';
import type { StaffEventView } from '#shared/staff/events.contract.ts';
import { toast } from '#web/lib/toast.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { useCommand } from '#web/staff/components/use-command.ts';
import { useMay } from '#web/staff/rights.tsx';
import { staffApi, staffPath } from '#web/staff/staff-api.ts';
import { ConfirmDialog } from '#web/staff/ui/dialog.tsx';
import { Menu, type MenuCommand } from '#web/staff/ui/menu.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { CopyEvent } from '#web/staff/events/copy/copy-event.tsx';
import { changeState, type Confirmation, ConfirmEvent, useConfirmation } from '#web/staff/events/confirm-event.tsx';
import { PlanPublication } from './plan-publication.tsx';
import { PublishButton } from './publish-button.tsx';
import { CancelEvent, RefundEverybody } from './cancel-event.tsx';

type State = StaffEventView['state'];
type Change = { from: StaffEventView; state: State; text: string; undo?: State; confirmation?: Confirmation };
type StateButtonsProps = {
  event: StaffEventView;
  onChanged(event: StaffEventView): void;
  /** Shows the failure, and returns true. */
  onRefused(error: unknown): boolean;
  onDeleted(): void;
  /** Called when something has changed that only the server knows. */
  onStale(): void;
  /** Beside a form it is published with what was typed. */
  hasPublish?: boolean;
};

/** The commands that publish, copy, withdraw, cancel, restore and delete an event. */
export function StateButtons({ event, onChanged, onRefused, onDeleted, onStale, hasPublish = false }: StateButtonsProps) {
  const { t } = useTranslation(['common', 'staff-events', 'staff']);
  const may = useMay();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'copy' | 'cancel' | 'refund' | 'delete' | 'plan'>();
  const { question, ask, close: dismiss } = useConfirmation();
  const command = useCommand(({ from, state, confirmation }: Change) => changeState(from, state, confirmation), {
    onSuccess(changed, { text, undo }) {
      dismiss();
      onChanged(changed);
      const back = { from: changed, text: t('staff-events:published') };
      toast.success(text, undo && { label: t('staff:undo'), run: () => command.run({ ...back, state: undo }) });
    },
    onError(error, { from, state, text }) {
      const repeat = (confirmation: Confirmation) => command.run({ from, state, text, confirmation });
      ask(error, { id: from.id }, repeat, onRefused);
    },
  });
  const isBusy = command.isPending;
  const close = () => setDialog(undefined);
  const isEmpty = event.places.held + event.places.sold + event.places.given === 0;
  const isCancelled = event.state === 'cancelled';
  const withdrawn: Change = { from: event, state: 'draft', text: t('staff-events:withdrawn'), undo: 'published' };
  const published: Change = { from: event, state: 'published', text: t('staff-events:published') };
  const restored: Change = { from: event, state: 'published', text: t('staff-events:restored') };
  const commands: (MenuCommand & { isOffered: boolean })[] = [
    { name: t('staff-events:copy'), isOffered: true, run: () => setDialog('copy') },
    { name: t('staff-events:plan.open'), isOffered: event.state === 'draft', run: () => setDialog('plan') },
    {
      name: t('staff-events:withdraw'),
      isOffered: event.state === 'published' && isEmpty,
      isDisabled: isBusy,
      run: () => command.run(withdrawn),
    },
    {
      name: t('staff-events:see_refunds'),
      isOffered: isCancelled && event.isRefunded && may('money.read'),
      run: () => void navigate(`${staffPath('sales/orders')}?event=${event.id}`),
    },
    { name: t('staff-events:restore'), isOffered: isCancelled && !event.isRefunded, isDisabled: isBusy, run: () => command.run(restored) },
    {
      name: t('staff-events:cancel_again'),
      isOffered: isCancelled && !event.isRefunded && event.places.sold > 0 && may('money.refund'),
      run: () => setDialog('refund'),
    },
    { name: t('staff-events:cancel'), isOffered: event.state === 'published', isDanger: true, run: () => setDialog('cancel') },
    { name: t('staff-events:delete.open'), isOffered: event.isDeletable, isDanger: true, run: () => setDialog('delete') },
  ];
  return (
    <>
      <Menu label={t('staff-events:more')} commands={commands.filter(({ isOffered }) => isOffered)} />
      {hasPublish && event.state === 'draft' && (
        <PublishButton eventId={event.id} isPending={isBusy} onPublish={() => command.run(published)} />
      )}
      {dialog === 'copy' && <CopyEvent event={event} onClose={close} />}
      {question && (
        <ConfirmEvent question={question} act={event.state === 'cancelled' ? 'restore' : 'publish'} isBusy={isBusy} onClose={dismiss} />
      )}
      {dialog === 'plan' && <PlanPublication event={event} onClose={close} onChanged={onChanged} />}
      {dialog === 'delete' && <DeleteDraft event={event} onClose={close} onDeleted={onDeleted} />}
      {dialog === 'cancel' && <CancelEvent event={event} onClose={close} onCancelled={onChanged} />}
      {dialog === 'refund' && <RefundEverybody event={event} onClose={close} onBegun={onStale} />}
    </>
  );
}

type DeleteDraftProps = { event: StaffEventView; onClose(): void; onDeleted(): void };

/** Asks before a draft is deleted, which cannot be undone. */
function DeleteDraft({ event, onClose, onDeleted }: DeleteDraftProps) {
  const { t } = useTranslation(['common', 'staff-events']);
  const { language } = useLanguage();
  const command = useCommand(() => deleteEvent(event), {
    onSuccess() {
      toast.success(t('staff-events:delete.done'));
      onDeleted();
    },
    onSettled: (_, error) => error && onClose(),
  });
  return (
    <ConfirmDialog
      title={t('staff-events:delete.open')}
      text={t('staff-events:delete.text', { name: eventName(event, language) })}
      confirm={t('staff-events:delete.open')}
      isPending={command.isPending}
      onConfirm={() => command.run()}
      onClose={onClose}
    />
  );
}

/** A missing draft was deleted by a call whose answer was lost, or by another user. */
async function deleteEvent({ id, version }: StaffEventView): Promise<void> {
  try {
    await staffApi.staffEvents.remove({ id, version });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}
