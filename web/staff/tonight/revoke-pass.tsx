import type { StaffPassView } from '#shared/staff/passes.contract.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

type RevokePassProps = { pass: StaffPassView; isPending: boolean; onRevoke(): void; onClose(): void };

/** The confirmation before ending a pass whose phone has scans that have not arrived. */
export function RevokePass({ pass: { name, unsent }, isPending, onRevoke, onClose }: RevokePassProps) {
  const { t } = useTranslation('staff-doors');
  return (
    <Dialog title={t('revoke.title', { name })} className="p-5" onClose={onClose}>
      <div className="mt-4 flex flex-col gap-5">
        <p>{t('revoke.text', { count: unsent ?? 0 })}</p>
        <div className="flex flex-wrap gap-3">
          <Button look="danger" size="small" isPending={isPending} pendingLabel={t('revoke.pending')} onClick={onRevoke}>
            {t('revoke.open')}
          </Button>
          <Button look="secondary" size="small" onClick={onClose}>
            {t('revoke.keep')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
