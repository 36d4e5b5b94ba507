import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { STATUSES } from '#shared/constants.ts';
import type { StaffGuestView } from '#shared/staff/guests.contract.ts';
import { REASON_MAX } from '#shared/staff/limits.ts';
import { toast } from '#web/lib/toast.ts';
import { validationText } from '#web/lib/validation-text.ts';
import { useCommand } from '#web/staff/parts/use-command.ts';
import { useDraft } from '#web/staff/parts/use-draft.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';

/** Another status, with why, and whether the guest hears of it. */
export function StatusForm({ guest, onDone }: { guest: StaffGuestView; onDone(): void }) {
  const { t } = useTranslation(['common', 'staff-guests', 'accounts', 'forms']);
  const [chosen, setChosen] = useState(guest.status);
  const [{ reason }, change, forget] = useDraft(`guest-reason-${guest.id}`, { reason: '' });
  const [tellGuest, setTellGuest] = useTellGuest();
  const [sendReason, setSendReason] = useState(false);
  const { isBusy, wrong, run } = useCommand();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const body = { status: chosen, from: guest.status, reason, tellGuest, sendReason };
    const isDone = await run(async () => void (await staffApi.guests.changeStatus({ id: guest.id, body })));
    onDone();
    if (!isDone) return;
    forget();
    toast.success(t('staff-guests:status_changed', { status: t(`accounts:status.${chosen}`) }));
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <h2 className="font-bold">{t('staff-guests:change_status')}</h2>
      <Select
        label={t('staff-guests:status')}
        value={chosen}
        onChange={({ target }) => setChosen(STATUSES.find((one) => one === target.value) ?? guest.status)}
      >
        {STATUSES.map((status) => (
          <option key={status} value={status}>
            {t(`accounts:status.${status}`)}
          </option>
        ))}
      </Select>
      <Field
        label={t('staff-guests:reason')}
        value={reason}
        maxLength={REASON_MAX}
        error={wrong['reason'] && validationText(wrong['reason'], t)}
        onChange={({ target }) => change({ reason: target.value })}
      />
      <MailChoice
        tellGuest={tellGuest}
        sendReason={sendReason}
        onChange={(next) => {
          setTellGuest(next.tellGuest);
          setSendReason(next.sendReason);
        }}
      />
      <div>
        <Button
          type="submit"
          look="secondary"
          size="small"
          disabled={chosen === guest.status}
          isPending={isBusy}
          pendingLabel={t('staff-guests:saving')}
        >
          {t('staff-guests:change_status')}
        </Button>
      </div>
    </form>
  );
}

type MailWish = { tellGuest: boolean; sendReason: boolean };

/** Whether a decision is told by mail, and whether the guest reads the reason. */
export function MailChoice({ tellGuest, sendReason, onChange }: MailWish & { onChange(next: MailWish): void }) {
  const { t } = useTranslation('staff-guests');
  return (
    <div>
      <Checkbox
        label={t('tell_guest')}
        checked={tellGuest}
        onChange={({ target }) => onChange({ tellGuest: target.checked, sendReason: target.checked && sendReason })}
      />
      {tellGuest && (
        <Checkbox
          label={t('send_reason')}
          checked={sendReason}
          onChange={({ target }) => onChange({ tellGuest, sendReason: target.checked })}
        />
      )}
    </div>
  );
}

const KEY = 'staff-tell-guest';

/** Whether decisions are told by mail: as it was left on this device; at first they are not. */
export function useTellGuest(): [boolean, (tells: boolean) => void] {
  const [tells, setTells] = useState(read);
  const change = (next: boolean) => {
    setTells(next);
    write(next);
  };
  return [tells, change];
}

function read(): boolean {
  try {
    return localStorage.getItem(KEY) === 'true';
  } catch {
    return false;
  }
}

function write(tells: boolean): void {
  try {
    localStorage.setItem(KEY, String(tells));
  } catch {
    // Storage can be forbidden: then it holds for this screen.
  }
}
