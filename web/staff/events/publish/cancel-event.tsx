import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import type { Reached, StaffEventView } from '#shared/staff/events.contract.ts';
import { ReasonInput } from '#shared/staff/reason.schemas.ts';
import type { Translate } from '#shared/translate.ts';
import { errorText } from '#web/lib/error-text.ts';
import { toast } from '#web/lib/toast.ts';
import { SubmitButton } from '#web/staff/components/command-button.tsx';
import { ReasonDraft } from '#web/staff/components/reason-dialog.tsx';
import { useStaffForm } from '#web/staff/components/staff-form.ts';
import { useInlineFailure } from '#web/staff/components/use-command.ts';
import { useMay } from '#web/staff/rights.tsx';
import { staffApi } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/staff/ui/dialog.tsx';
import { TextArea, Checkbox } from '#web/ui/fields.tsx';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { Kept } from '#web/ui/kept.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { bringInto, changeState } from '#web/staff/events/confirm-event.tsx';

type CancelEventProps = { event: StaffEventView; onClose(): void; onCancelled(event: StaffEventView): void };

/** Without a refund the reason is optional. */
const TypedCancellation = z
  .object({ reason: z.string().trim(), isRefunding: z.boolean() })
  .refine(({ reason, isRefunding }) => !isRefunding || reason !== '', { path: ['reason'], error: 'validation.reason_required' });

/** Cancels an event, with a reason, and refunds its tickets at once if wanted. */
export function CancelEvent({ event, onClose, onCancelled }: CancelEventProps) {
  const { t } = useTranslation(['common', 'staff-events', 'forms', 'errors', 'staff']);
  const mayRefund = useMay()('events.refund') && event.places.sold > 0;
  const holders = useQuery({
    queryKey: ['holders', event.id],
    queryFn: ({ signal }) => staffApi.staffEvents.holders({ id: event.id }, { signal }),
  });
  const { failure, onFailed } = useInlineFailure();
  const form = useStaffForm({
    schema: TypedCancellation,
    defaultValues: { reason: '', isRefunding: mayRefund },
    draft: { name: `night-cancel-${event.id}`, schema: ReasonDraft },
    send: ({ reason, isRefunding }) => (isRefunding ? cancelAndRefund(event, reason) : changeState(event, 'cancelled', { reason })),
    onSent(cancelled, { isRefunding }) {
      onCancelled(cancelled);
      toast.success(t('staff-events:cancelled'));
      if (isRefunding) toast.info(t('staff-events:refund_begun'));
      onClose();
    },
    onFailed,
  });
  const { value: isRefunding } = form.controlled('isRefunding');
  const mailed = holders.data && (isRefunding ? holders.data.paid + holders.data.unpaid : holders.data.people);
  return (
    <Dialog title={t('staff-events:cancel')} className="p-6" onClose={onClose}>
      <form noValidate onSubmit={form.submit} className="mt-5 flex flex-col gap-5">
        <Kept {...form} />
        <p>{t('staff-events:cancel_text', { places: event.places.sold })}</p>
        {holders.isLoading && <Skeleton className="h-14 w-full" />}
        {holders.error && <ErrorState message={errorText(holders.error, t)} onRetry={() => void holders.refetch()} />}
        {holders.data && <p aria-live="polite">{mailText(holders.data, isRefunding, t)}</p>}
        <TextArea
          id="reason"
          label={t('staff:reason')}
          hint={mailed === 0 ? undefined : t('staff-events:cancel_reason_hint')}
          rows={3}
          {...form.control('reason')}
          error={form.error('reason') ?? failure}
        />
        {mayRefund && <Checkbox id="refund" label={t('staff-events:cancel_refund')} {...form.control('isRefunding')} />}
        <div className="flex flex-wrap gap-3">
          <SubmitButton look="danger" disabled={!holders.data} form={form}>
            {t('staff-events:cancel')}
          </SubmitButton>
          <Button look="secondary" onClick={onClose}>
            {t('staff-events:keep_it')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Who gets the mails. A refund is for everyone who paid, including guests who were admitted. */
function mailText(reached: Reached, isRefunding: boolean, t: Translate): string {
  if (isRefunding) return t('staff-events:cancel_paid', reached);
  return reached.people > 0 ? t('staff-events:cancel_emailed', reached) : t('staff-events:cancel_no_emails');
}

/** One command, so that each holder gets one mail. */
async function cancelAndRefund(event: StaffEventView, reason: string): Promise<StaffEventView> {
  const { id } = event;
  const cancelled = await bringInto(event, 'cancelled', (version) => staffApi.staffMoney.cancelEvent({ id, body: { version, reason } }));
  // Another user cancelled it without refunds.
  if ((await staffApi.staffMoney.eventRefund({ id })) === null) await refundAll(id, reason);
  return cancelled;
}

const refundAll = (id: number, reason: string) => staffApi.staffMoney.refundEvent({ id, body: { reason } });

/** Starts the refund of a cancelled event, and shows its progress. */
export function RefundEverybody({ event, onClose, onBegun }: { event: StaffEventView; onClose(): void; onBegun(): void }) {
  const { t } = useTranslation(['common', 'staff-events', 'forms', 'errors', 'staff']);
  const begun = useQuery({
    queryKey: ['event-refund', event.id],
    queryFn: ({ signal }) => staffApi.staffMoney.eventRefund({ id: event.id }, { signal }),
  });
  const { failure, onFailed } = useInlineFailure();
  const form = useStaffForm({
    schema: ReasonInput,
    defaultValues: { reason: '' },
    draft: { name: `night-refund-${event.id}`, schema: ReasonDraft },
    send: ({ reason }) => refundAll(event.id, reason),
    onSent() {
      void begun.refetch();
      onBegun();
    },
    onFailed,
  });
  return (
    <Dialog title={t('staff-events:cancel_again')} className="p-6" onClose={onClose}>
      <form noValidate onSubmit={form.submit} className="mt-5 flex flex-col gap-5">
        <Kept {...form} />
        {begun.data && <output>{t('staff-events:refund_state', begun.data.orders)}</output>}
        <TextArea
          id="reason"
          label={t('staff:reason')}
          hint={t('staff-events:cancel_reason_hint')}
          rows={3}
          {...form.control('reason')}
          error={form.error('reason') ?? failure}
        />
        <SubmitButton form={form}>{t('staff-events:cancel_again')}</SubmitButton>
      </form>
    </Dialog>
  );
}
