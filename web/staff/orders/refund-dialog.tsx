import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { moneyText } from '#shared/money.ts';
import { REASON_MAX } from '#shared/staff/limits.ts';
import type { RefundView, StaffOrderView } from '#shared/staff/money.contract.ts';
import { validationText } from '#web/lib/validation-text.ts';
import { useCommand } from '#web/staff/parts/use-command.ts';
import { useDraft } from '#web/staff/parts/use-draft.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { chosenTickets, validTickets, type Wish, wishedAmount, wishProblems } from './refund-choice.ts';

type RefundDialogProps = { order: StaffOrderView; onClose(): void; onDone(refund: RefundView): void };

/** Asks what goes back and why, and shows what the guest will read about it. */
export function RefundDialog({ order, onClose, onDone }: RefundDialogProps) {
  const { t } = useTranslation(['common', 'staff-orders', 'forms']);
  const [{ reason }, change, forget] = useDraft(`refund-${order.id}`, { reason: '' });
  const [choice, setChoice] = useState<Omit<Wish, 'reason'>>({ isAll: true, tickets: [], evenIfUsed: false });
  const [isTried, setTried] = useState(false);
  const { isBusy, wrong, run } = useCommand();
  const wish: Wish = { ...choice, reason };
  const problems = wishProblems(order, wish);
  const shown = isTried ? problems : {};
  const amount = moneyText(wishedAmount(order, wish));
  const told = wrong['reason'];
  const reasonProblem = shown.reason ? t('staff-orders:refund.reason_required') : told && validationText(told, t);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(problems).length > 0) return;
    await run(async (idempotencyKey) => {
      const tickets = choice.isAll ? {} : { tickets: [...choice.tickets] };
      const body = { ...tickets, reason, evenIfUsed: choice.evenIfUsed };
      const refund = await staffApi.staffMoney.refundOrder({ id: order.id, body }, { idempotencyKey });
      forget();
      onDone(refund);
    });
  };
  return (
    <Dialog title={t('staff-orders:refund.title', { id: order.id })} className="p-6" onClose={onClose}>
      <form noValidate onSubmit={(event) => void submit(event)} className="mt-5 flex flex-col gap-5">
        <WhatGoesBack order={order} wish={wish} problem={shown.tickets && t('staff-orders:refund.tickets_required')} onChange={setChoice} />
        {chosenTickets(order, wish).some(({ usedAt }) => usedAt !== null) && (
          <Checkbox
            label={t('staff-orders:refund.even_used')}
            hint={t('staff-orders:refund.even_used_hint')}
            error={shown.evenIfUsed && t('staff-orders:refund.used_required')}
            checked={choice.evenIfUsed}
            onChange={({ target }) => setChoice({ ...choice, evenIfUsed: target.checked })}
          />
        )}
        <TextArea
          label={t('staff-orders:refund.reason')}
          hint={t('staff-orders:refund.reason_hint')}
          rows={3}
          value={reason}
          maxLength={REASON_MAX}
          error={reasonProblem}
          onChange={({ target }) => change({ reason: target.value })}
        />
        <Told order={order} amount={amount} reason={reason.trim()} />
        <p className="font-semibold">{t('staff-orders:refund.final')}</p>
        <Button type="submit" look="danger" isPending={isBusy} pendingLabel={t('staff-orders:refund.pending')}>
          {t('staff-orders:refund.submit', { amount })}
        </Button>
      </form>
    </Dialog>
  );
}

type WhatProps = { order: StaffOrderView; wish: Wish; problem: string | undefined; onChange(choice: Omit<Wish, 'reason'>): void };

function WhatGoesBack({ order, wish: { isAll, tickets, evenIfUsed }, problem, onChange }: WhatProps) {
  const { t } = useTranslation(['common', 'staff-orders']);
  const choose = (id: number, isChosen: boolean) =>
    onChange({ isAll, evenIfUsed, tickets: isChosen ? [...tickets, id] : tickets.filter((other) => other !== id) });
  const nameOf = (id: number, isUsed: boolean) =>
    `${t('staff-orders:refund.ticket', { id })}${isUsed ? ` (${t('staff-orders:refund.used')})` : ''}`;
  return (
    <fieldset>
      <legend className="font-semibold">{t('staff-orders:refund.which')}</legend>
      {([true, false] as const).map((all) => (
        <label key={String(all)} className="flex min-h-11 items-center gap-3">
          <input
            type="radio"
            name="which"
            checked={isAll === all}
            onChange={() => onChange({ isAll: all, tickets, evenIfUsed })}
            className="size-6 shrink-0 accent-sulphur"
          />
          {t(all ? 'staff-orders:refund.all' : 'staff-orders:refund.some')}
        </label>
      ))}
      {problem !== undefined && (
        <p role="alert" className="font-semibold text-danger">
          {problem}
        </p>
      )}
      {!isAll &&
        validTickets(order).map(({ id, usedAt, price }) => (
          <Checkbox
            key={id}
            label={`${nameOf(id, usedAt !== null)} · ${moneyText(price)}`}
            checked={tickets.includes(id)}
            onChange={({ target }) => choose(id, target.checked)}
          />
        ))}
    </fieldset>
  );
}

type ToldProps = { order: StaffOrderView; amount: string; reason: string };

/** The words of the mail, in the language of the order. */
function Told({ order: { language }, amount, reason }: ToldProps) {
  const { t, i18n } = useTranslation(['common', 'staff-orders', 'mail']);
  const words = useQuery({
    queryKey: ['mail-words', language],
    queryFn: () => i18n.reloadResources([language], ['mail']).then(() => true),
  });
  const mail = words.data && i18n.getFixedT(language, 'mail');
  return (
    <section aria-label={t('staff-orders:refund.told')} className="flex flex-col gap-2 border-s-4 border-control ps-4">
      <h3 className="font-semibold">{t('staff-orders:refund.told')}</h3>
      <p className="text-muted">{t('staff-orders:refund.told_language', { language: t(`languages.${language}`) })}</p>
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
