import { fullName } from '#shared/accounts/account-rules.ts';
import { timeText } from '#shared/dates.ts';
import type { DoorDecision } from '#shared/staff/tonight.contract.ts';
import { api } from '#web/lib/browser-api.ts';
import { toast } from '#web/lib/toast.ts';
import { useCommand } from '#web/staff/components/use-command.ts';
import { ConfirmDialog } from '#web/staff/ui/dialog.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

export type Undoable = DoorDecision & { undo: string };

type UndoAdmissionProps = { decision: Undoable; onUndone(): void; onClose(): void };

/** The confirmation before a wrong admission is undone; the stream then shows the change. */
export function UndoAdmission({ decision: { undo, at, guest }, onUndone, onClose }: UndoAdmissionProps) {
  const { t } = useTranslation('staff-tonight');
  const name = fullName(guest);
  const command = useCommand(() => api.door.undo({ body: { scanId: undo } }), {
    onSuccess({ isUnused }) {
      toast.success(t(isUnused ? 'undo.done' : 'undo.done_used', { name }));
      onUndone();
    },
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      title={t('undo.title', { name })}
      text={t('undo.text', { time: timeText(at) })}
      confirm={t('undo.open')}
      isPending={command.isPending}
      onConfirm={() => command.run()}
      onClose={onClose}
    />
  );
}
