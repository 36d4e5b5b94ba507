import { flagText } from '#shared/staff/alert-texts.ts';
import { PAYMENT_DECISIONS, PaymentDecision } from '#shared/staff/money.schemas.ts';
import { REASON_MAX } from '#shared/staff/reason.schemas.ts';
import type { StaffPaymentView } from '#shared/staff/money.contract.ts';
import { SubmitButton } from '#web/staff/components/command-button.tsx';
import { ReasonDraft } from '#web/staff/components/reason-dialog.tsx';
import { useStaffForm } from '#web/staff/components/staff-form.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { ChoiceList } from '#web/staff/ui/choices.tsx';
import { TextArea } from '#web/ui/fields.tsx';
import { Kept } from '#web/ui/kept.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

/** The decision about a flagged payment, with the effect of each choice. */
export function DecidePayment({ payment, onDone }: { payment: StaffPaymentView; onDone(): void }) {
  const { t } = useTranslation(['common', 'staff-orders', 'forms', 'staff']);
  const form = useStaffForm({
    schema: PaymentDecision,
    defaultValues: { decision: 'issue', reason: '' },
    draft: { name: `payment-${payment.id}`, schema: ReasonDraft },
    send: (body, idempotencyKey) => staffApi.staffMoney.resolvePayment({ id: payment.id, body }, { idempotencyKey }),
    onSent: onDone,
  });
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4 border-2 border-danger p-5">
      <Kept {...form} />
      <h2 className="text-[1.25rem] leading-7 font-bold">{t('staff-orders:decide.title')}</h2>
      {payment.flaggedReason !== null && <p>{t('staff-orders:decide.why', { reason: flagText(payment.flaggedReason, t) })}</p>}
      <ChoiceList
        label={t('staff-orders:decide.choice')}
        choices={PAYMENT_DECISIONS.map((choice) => ({
          value: choice,
          text: t(`staff-orders:decide.${choice}`),
          about: t(`staff-orders:decide.${choice}_text`),
        }))}
        {...form.controlled('decision')}
      />
      <TextArea
        label={t('staff:reason')}
        hint={t('staff-orders:decide.reason_hint')}
        rows={3}
        maxLength={REASON_MAX}
        {...form.control('reason')}
      />
      <div>
        <SubmitButton size="small" form={form}>
          {t('staff-orders:decide.submit')}
        </SubmitButton>
      </div>
    </form>
  );
}
