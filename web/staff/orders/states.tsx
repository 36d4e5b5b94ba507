import { useTranslation } from 'react-i18next';
import type { StaffOrderView, StaffPaymentView, RefundView } from '#shared/staff/money.contract.ts';
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
