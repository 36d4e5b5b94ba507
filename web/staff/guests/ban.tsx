import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isCalendarDay } from '#shared/accounts/age.ts';
import { fromVenue, toWireTime } from '#shared/dates.ts';
import type { StaffGuestView } from '#shared/staff/guests.contract.ts';
import { REASON_MAX } from '#shared/staff/limits.ts';
import { toast } from '#web/lib/toast.ts';
import { validationText } from '#web/lib/validation-text.ts';
import { Moment } from '#web/staff/parts/facts.tsx';
import { useCommand } from '#web/staff/parts/use-command.ts';
import { useDraft } from '#web/staff/parts/use-draft.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/text-area.tsx';

type BanBoxProps = { guest: StaffGuestView; onDone(): void };

/** Whether the guest is banned, and the way in and out of it. */
export function BanBox({ guest, onDone }: BanBoxProps) {
  const { t } = useTranslation(['common', 'staff-guests']);
  const [isOpen, setOpen] = useState(false);
  const { isBusy, run } = useCommand();
  const unban = async () => {
    const isDone = await run(async () => void (await staffApi.guests.unban({ id: guest.id })));
    onDone();
    if (isDone) toast.success(t('staff-guests:ban.taken_back'));
  };
  if (guest.ban === null)
    return (
      <>
        <Button look="danger" size="small" onClick={() => setOpen(true)}>
          {t('staff-guests:ban.open')}
        </Button>
        {isOpen && <BanDialog id={guest.id} onClose={() => setOpen(false)} onDone={onDone} />}
      </>
    );
  const { until, reason } = guest.ban;
  return (
    <>
      <p className="text-danger">
        <strong>{until === null ? t('staff-guests:ban.for_good') : t('staff-guests:ban.until')}</strong>
        {until !== null && (
          <>
            {' '}
            <Moment at={until} />
          </>
        )}
        {` · ${reason}`}
      </p>
      <Button look="secondary" size="small" isPending={isBusy} pendingLabel={t('staff-guests:saving')} onClick={() => void unban()}>
        {t('staff-guests:ban.take_back')}
      </Button>
    </>
  );
}

/** A ban ends at noon, when no night is going on any more. */
const END_HOUR = 12;

type BanDialogProps = { id: number; onClose(): void; onDone(): void };

/** Why, and until when. */
function BanDialog({ id, onClose, onDone }: BanDialogProps) {
  const { t } = useTranslation(['common', 'staff-guests', 'forms']);
  const [{ reason, day }, change, forget] = useDraft(`guest-ban-${id}`, { reason: '', day: '' });
  const [isForGood, setForGood] = useState(day === '');
  const [dayProblem, setDayProblem] = useState<string>();
  const { isBusy, wrong, run } = useCommand();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const isDay = isForGood || isCalendarDay(day);
    setDayProblem(isDay ? undefined : 'validation.ban_in_past');
    if (!isDay) return;
    const until = isForGood ? null : toWireTime(fromVenue(day, END_HOUR));
    const isDone = await run(async () => void (await staffApi.guests.ban({ id, body: { reason, until } })));
    if (!isDone) return;
    forget();
    onClose();
    onDone();
    toast.success(t('staff-guests:ban.done'));
  };
  const problem = dayProblem ?? wrong['until'];
  return (
    <Dialog title={t('staff-guests:ban.title')} onClose={onClose} className="p-5">
      <form noValidate onSubmit={(event) => void submit(event)} className="mt-4 flex flex-col gap-5">
        <p>{t('staff-guests:ban.text')}</p>
        <TextArea
          label={t('staff-guests:reason')}
          rows={3}
          value={reason}
          maxLength={REASON_MAX}
          error={wrong['reason'] && validationText(wrong['reason'], t)}
          onChange={({ target }) => change({ reason: target.value })}
        />
        <Checkbox label={t('staff-guests:ban.for_good')} checked={isForGood} onChange={({ target }) => setForGood(target.checked)} />
        {!isForGood && (
          <DateField
            legend={t('staff-guests:ban.until_day')}
            hint={t('staff-guests:ban.until_hint')}
            value={day}
            error={problem && validationText(problem, t)}
            onChange={(next) => change({ day: next })}
          />
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" look="danger" size="small" isPending={isBusy} pendingLabel={t('staff-guests:saving')}>
            {t('staff-guests:ban.open')}
          </Button>
          <Button look="secondary" size="small" onClick={onClose}>
            {t('staff-guests:cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
