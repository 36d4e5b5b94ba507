import type { StaffEventView } from '#shared/staff/events.contract.ts';
import { MOVE_MAILS_WAIT_MINUTES } from '#shared/staff/events.schemas.ts';
import { toast } from '#web/lib/toast.ts';
import { CommandButton } from '#web/staff/components/command-button.tsx';
import { useCommand } from '#web/staff/components/use-command.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { useTranslation } from '#web/ui/translation.tsx';

type Hours = Pick<StaffEventView, 'state' | 'startDate' | 'endDate'>;

/** True for a published event that was saved with other hours. */
export const isMoved = (before: Hours, after: Hours): boolean =>
  before.state === 'published' && after.state === 'published' && (before.startDate !== after.startDate || before.endDate !== after.endDate);

/** Offers the earlier hours back while nothing else of the event has changed. Reports on the mails about the move. */
export function MovedEvent({ event, onChanged }: { event: StaffEventView; onChanged(event: StaffEventView): void }) {
  const { t } = useTranslation(['common', 'staff-events']);
  const undo = useCommand(() => staffApi.staffEvents.undoMove({ id: event.id, body: { version: event.version } }), {
    onSuccess({ event: back, mails }) {
      onChanged(back);
      toast.success(t(mails.sent > 0 ? 'staff-events:move.undone_mailed' : 'staff-events:move.undone', { people: mails.sent }));
    },
  });
  return (
    <p className="mb-5 flex flex-wrap items-center gap-x-4">
      <output>{t('staff-events:move.done', { minutes: MOVE_MAILS_WAIT_MINUTES })}</output>
      <CommandButton look="quiet" size="small" command={undo}>
        {t('staff-events:move.undo')}
      </CommandButton>
    </p>
  );
}
