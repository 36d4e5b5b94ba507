import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { REASON_MAX } from '#shared/staff/limits.ts';
import type { StaffPaymentView } from '#shared/staff/money.contract.ts';
import { validationText } from '#web/lib/validation-text.ts';
import { useCommand } from '#web/staff/parts/use-command.ts';
import { useDraft } from '#web/staff/parts/use-draft.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { flagText } from './order-text.ts';

const DECISIONS = ['issue', 'refund', 'close'] as const;
type Decision = (typeof DECISIONS)[number];

/** What a person can decide about money that did not fit, each with what follows from it. */
export function DecidePayment({ payment, onDone }: { payment: StaffPaymentView; onDone(): void }) {
  const { t } = useTranslation(['common', 'staff-orders', 'forms']);
  const [decision, setDecision] = useState<Decision>('issue');
  const [{ reason }, change, forget] = useDraft(`payment-${payment.id}`, { reason: '' });
  const [isTried, setTried] = useState(false);
  const { isBusy, wrong, run } = useCommand();
  const isMissing = reason.trim() === '';
  const problem = isTried && isMissing ? 'validation.reason_required' : wrong['reason'];
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isMissing) return;
    const body = { decision, reason };
    const isDone = await run(
      async (idempotencyKey) => void (await staffApi.staffMoney.resolvePayment({ id: payment.id, body }, { idempotencyKey })),
    );
    if (!isDone) return;
    forget();
    onDone();
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4 border-2 border-danger p-5">
      <h2 className="font-bold">{t('staff-orders:decide.title')}</h2>
      {payment.flaggedReason !== null && <p>{t('staff-orders:decide.why', { reason: flagText(payment.flaggedReason, t) })}</p>}
      <p className="text-muted">{t('staff-orders:decide.explain')}</p>
      <fieldset>
        <legend className="font-semibold">{t('staff-orders:decide.choice')}</legend>
        {DECISIONS.map((choice) => (
          <div key={choice} className="flex min-h-11 items-start gap-3 py-2">
            <input
              id={`decide-${choice}`}
              aria-describedby={`decide-${choice}-text`}
              type="radio"
              name="decision"
              checked={decision === choice}
              onChange={() => setDecision(choice)}
              className="size-6 shrink-0 accent-sulphur"
            />
            <div>
              <label htmlFor={`decide-${choice}`} className="font-bold">
                {t(`staff-orders:decide.${choice}`)}
              </label>
              <p id={`decide-${choice}-text`} className="text-muted">
                {t(`staff-orders:decide.${choice}_text`)}
              </p>
            </div>
          </div>
        ))}
      </fieldset>
      <TextArea
        label={t('staff-orders:decide.reason')}
        hint={t('staff-orders:decide.reason_hint')}
        rows={3}
        value={reason}
        maxLength={REASON_MAX}
        error={problem && validationText(problem, t)}
        onChange={({ target }) => change({ reason: target.value })}
      />
      <div>
        <Button type="submit" size="small" isPending={isBusy} pendingLabel={t('staff-orders:decide.pending')}>
          {t('staff-orders:decide.submit')}
        </Button>
      </div>
    </form>
  );
}
