import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { moneyText, toGel, toTetri } from '#shared/money.ts';
import { RefundInput } from '#shared/staff/money.schemas.ts';
import { REASON_MAX } from '#shared/staff/reason.schemas.ts';
import type { RefundView, StaffOrderView } from '#shared/staff/money.contract.ts';
import { validationText } from '#web/lib/error-text.ts';
import { SubmitButton } from '#web/staff/components/command-button.tsx';
import { ReasonDraft } from '#web/staff/components/reason-dialog.tsx';
import { useStaffForm } from '#web/staff/components/staff-form.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { ChoiceBoxes, ChoiceList } from '#web/staff/ui/choices.tsx';
import { Dialog } from '#web/staff/ui/dialog.tsx';
import { TextArea, Checkbox } from '#web/ui/fields.tsx';
import { Kept } from '#web/ui/kept.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

type RefundDialogProps = { order: StaffOrderView; onClose(): void; onDone(refund: RefundView): void };
const NOTHING_CHOSEN: RefundChoice = { isAll: true, tickets: [], evenIfUsed: false, reason: '' };

/** The tickets and the reason of a refund, with the mail that the guest will get. */
export function RefundDialog({ order, onClose, onDone }: RefundDialogProps) {
  const { t } = useTranslation(['common', 'staff-orders', 'forms', 'staff']);
  const [schema] = useState(() => refundSchema(order));
  const { form, ...staffForm } = useStaffForm({
    schema,
    defaultValues: NOTHING_CHOSEN,
    draft: { name: `refund-${order.id}`, schema: ReasonDraft },
    send: (body, idempotencyKey) => staffApi.staffMoney.refundOrder({ id: order.id, body }, { idempotencyKey }),
    onSent: onDone,
  });
  const choice = form.watch();
  const problemOf = (field: keyof RefundChoice): string | undefined => {
    const key = form.formState.errors[field]?.message;
    const own = REFUND_PROBLEMS.find((problem) => problem === key);
    if (own) return t(`staff-orders:refund.${own}`);
    return key === undefined ? undefined : validationText(key, t);
  };
  const amount = moneyText(refundAmount(order, choice));
  return (
    <Dialog title={t('staff-orders:refund.title', { id: order.id })} className="p-6" onClose={onClose}>
      <form noValidate onSubmit={staffForm.submit} className="mt-5 flex flex-col gap-5">
        <Kept {...staffForm} />
        <TicketChoice
          order={order}
          choice={choice}
          problem={problemOf('tickets')}
          onAll={staffForm.controlled('isAll').onChange}
          onTickets={staffForm.controlled('tickets').onChange}
        />
        <TransferWarning ids={chosenTickets(order, choice).flatMap(({ id, isTransferred }) => (isTransferred ? id : []))} />
        {chosenTickets(order, choice).some(({ usedAt }) => usedAt !== null) && (
          <Checkbox label={t('staff-orders:refund.even_used')} {...form.register('evenIfUsed')} error={problemOf('evenIfUsed')} />
        )}
        <TextArea
          label={t('staff:reason')}
          hint={t('staff-orders:refund.reason_hint')}
          rows={3}
          maxLength={REASON_MAX}
          {...form.register('reason')}
          error={problemOf('reason')}
        />
        <MailPreview order={order} amount={amount} reason={choice.reason.trim()} />
        <p className="font-semibold">{t('staff-orders:refund.final')}</p>
        <div className="dialog-foot">
          <SubmitButton look="danger" form={staffForm}>
            {t('staff-orders:refund.submit', { amount })}
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  );
}

/** A refund pays the buyer, also for a ticket that was transferred to a friend. */
export function TransferWarning({ ids }: { ids: readonly number[] }) {
  const { t } = useTranslation('staff-orders');
  if (ids.length === 0) return null;
  return <output className="block border-s-4 border-danger ps-4 font-semibold">{t('refund.transferred', { ids: ids.join(', ') })}</output>;
}

type TicketChoiceProps = {
  order: StaffOrderView;
  choice: RefundChoice;
  problem: string | undefined;
  onAll(isAll: boolean): void;
  onTickets(tickets: number[]): void;
};

const WHICH = ['all', 'some'] as const;

function TicketChoice({ order, choice: { isAll, tickets }, problem, onAll, onTickets }: TicketChoiceProps) {
  const { t } = useTranslation(['common', 'staff-orders']);
  const nameOf = (id: number, isUsed: boolean) =>
    `${t('staff-orders:refund.ticket', { id })}${isUsed ? ` (${t('staff-orders:refund.used')})` : ''}`;
  return (
    <>
      <ChoiceList
        label={t('staff-orders:refund.which')}
        choices={WHICH.map((which) => ({ value: which, text: t(`staff-orders:refund.${which}`) }))}
        value={isAll ? 'all' : 'some'}
        onChange={(which) => onAll(which === 'all')}
      />
      {!isAll && (
        <ChoiceBoxes
          label={t('staff-orders:tickets.title')}
          choices={validTickets(order).map(({ id, usedAt, price }) => ({
            value: id,
            text: `${nameOf(id, usedAt !== null)} · ${moneyText(price)}`,
          }))}
          value={tickets}
          error={problem}
          onChange={onTickets}
        />
      )}
    </>
  );
}

type MailPreviewProps = { order: StaffOrderView; amount: string; reason: string };

/** The text of the mail, in the language of the order. */
function MailPreview({ order: { language }, amount, reason }: MailPreviewProps) {
  const { t, translator } = useTranslation(['common', 'staff-orders', 'mail']);
  const translation = useQuery({
    queryKey: ['mail-translation', language],
    queryFn: () => translator.need(['mail'], language).then(() => true),
  });
  const mail = translation.data && translator.of<'mail'>('mail', language);
  return (
    <section aria-label={t('staff-orders:refund.email')} className="flex flex-col gap-2 border-s-4 border-control ps-4">
      <h3 className="font-semibold">{t('staff-orders:refund.email')}</h3>
      <p className="text-muted">{t('staff-orders:refund.email_language', { language: t(`languages.${language}`) })}</p>
      {mail && (
        <div lang={language} className="flex flex-col gap-2">
          <p>{mail('refund.intro.staff')}</p>
          <p>
            {mail('refund.amount')}: {amount}
            <br />
            {reason !== '' && `${mail('refund.reason')}: ${reason}`}
          </p>
          <p>{mail('refund.when')}</p>
        </div>
      )}
    </section>
  );
}

const RefundChoice = z.object({ isAll: z.boolean(), tickets: z.array(z.number()), evenIfUsed: z.boolean(), reason: z.string() });
export type RefundChoice = z.infer<typeof RefundChoice>;

type Ticket = StaffOrderView['tickets'][number];
type Tickets = Pick<StaffOrderView, 'tickets'>;

export const validTickets = ({ tickets }: Tickets): Ticket[] => tickets.filter(({ state }) => state === 'valid');

const chosenTickets = (order: Tickets, { isAll, tickets }: Pick<RefundChoice, 'isAll' | 'tickets'>): Ticket[] =>
  validTickets(order).filter(({ id }) => isAll || tickets.includes(id));

/** The amount in GEL that is refunded, by the server's rule: the price of each ticket; with the last ticket, all remaining money. */
export function refundAmount(order: Pick<StaffOrderView, 'tickets' | 'payments'>, choice: RefundChoice): number {
  const paid = order.payments.find(({ state }) => state === 'paid');
  if (!paid) return 0;
  const left = toTetri(paid.captured) - toTetri(paid.refund);
  const chosen = chosenTickets(order, choice);
  if (chosen.length === 0) return 0;
  if (chosen.length === validTickets(order).length) return toGel(left);
  return toGel(
    Math.min(
      left,
      chosen.reduce((sum, { price }) => sum + toTetri(price), 0),
    ),
  );
}

/** The keys of missing input, in `staff-orders:refund`. */
const REFUND_PROBLEMS = ['tickets_required', 'used_required', 'reason_required'] as const;

/** The refund as it is sent: some tickets, a reason, and a confirmation for used tickets. */
export const refundSchema = (order: Tickets) =>
  RefundChoice.refine((choice) => chosenTickets(order, choice).length > 0, { path: ['tickets'], error: 'tickets_required' })
    .refine(({ evenIfUsed, ...choice }) => evenIfUsed || chosenTickets(order, choice).every(({ usedAt }) => usedAt === null), {
      path: ['evenIfUsed'],
      error: 'used_required',
    })
    .refine(({ reason }) => reason.trim() !== '', { path: ['reason'], error: 'reason_required' })
    .transform(({ isAll, tickets, reason, evenIfUsed }): z.input<typeof RefundInput> => {
      return { ...(!isAll && { tickets }), reason, evenIfUsed };
    })
    .pipe(RefundInput);
