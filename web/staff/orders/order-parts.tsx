import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RefundView, StaffOrderView, StaffPaymentView } from '#shared/staff/money.contract.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { useCommand } from '#web/staff/parts/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';

const ORDER_COLOURS = { paid: 'text-ok', pending: 'text-muted', failed: 'text-muted', refunded: 'text-warn' } as const;

/** Where an order stands; a flagged payment outshines it. */
export function OrderState({ state, isFlagged }: { state: StaffOrderView['state']; isFlagged: boolean }) {
  const { t } = useTranslation('staff-orders');
  return (
    <span className="whitespace-nowrap">
      <span className={ORDER_COLOURS[state]}>{t(`states.${state}`)}</span>
      {isFlagged && (
        <span title={t('mark_flagged')} className="ms-2 font-bold text-danger">
          ! {t('flagged')}
        </span>
      )}
    </span>
  );
}

export function PaymentState({ state }: Pick<StaffPaymentView, 'state'>) {
  const { t } = useTranslation('staff-orders');
  return (
    <span className={classNames('whitespace-nowrap', state === 'flagged' && 'font-bold text-danger', state === 'paid' && 'text-ok')}>
      {t(`payments.states.${state}`)}
    </span>
  );
}

export function RefundState({ state }: Pick<RefundView, 'state'>) {
  const { t } = useTranslation('staff-orders');
  return (
    <span className={classNames('whitespace-nowrap', state === 'failed' && 'font-bold text-danger', state === 'confirmed' && 'text-ok')}>
      {t(`refunds.states.${state}`)}
    </span>
  );
}

/** A part of a screen under its own heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="font-bold">{title}</h2>
      {children}
    </div>
  );
}

type FileButtonProps = { label: string; name: string; fetchFile(): Promise<unknown> };

/** Fetches a file with the token of the signed-in user, and lets the browser save it. */
export function FileButton({ label, name, fetchFile }: FileButtonProps) {
  const { t } = useTranslation('staff-orders');
  const command = useCommand(fetchFile, { onSuccess: (file) => saveFile(file, name) });
  return (
    <Button look="secondary" size="small" isPending={command.isPending} pendingLabel={t('files.pending')} onClick={() => command.run()}>
      {label}
    </Button>
  );
}
