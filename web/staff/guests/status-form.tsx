import { useState } from 'react';
import { z } from 'zod';
import { STATUSES } from '#shared/constants.ts';
import { StatusChange } from '#shared/staff/guests.schemas.ts';
import { REASON_MAX } from '#shared/staff/reason.schemas.ts';
import type { StaffGuestView } from '#shared/staff/guests.contract.ts';
import { toast } from '#web/lib/toast.ts';
import { SubmitButton } from '#web/staff/components/command-button.tsx';
import { useStaffForm } from '#web/staff/components/staff-form.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Select } from '#web/staff/ui/select.tsx';
import { Checkbox, Field } from '#web/ui/fields.tsx';
import { Kept } from '#web/ui/kept.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

/** The typed part of a decision, in the verification and on the guest's page. */
export const StatusDraft = z.object({ reason: z.string() });
export const statusDraftName = (guestId: number): string => `guest-reason-${guestId}`;

/** Changes the status of a guest, with a reason and whether the guest is mailed. */
export function StatusForm({ guest, onDone }: { guest: StaffGuestView; onDone(): void }) {
  const { t } = useTranslation(['common', 'staff-guests', 'accounts', 'forms', 'staff']);
  const [isTellingGuest, setTellingGuest] = useTellGuest();
  const form = useStaffForm({
    schema: StatusChange,
    defaultValues: { status: guest.status, from: guest.status, reason: '', tellGuest: isTellingGuest, sendReason: false },
    draft: { name: statusDraftName(guest.id), schema: StatusDraft },
    send: (body) => staffApi.guests.changeStatus({ id: guest.id, body }),
    onSent: (_, { status }) => toast.success(t('staff-guests:status_changed', { status: t(`accounts:status.${status}`) })),
    onSettled: onDone,
  });
  const [status, tellGuest, sendReason] = form.form.watch(['status', 'tellGuest', 'sendReason']);
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      <Kept {...form} />
      <h2 className="text-[1.25rem] leading-7 font-bold">{t('staff-guests:change_status')}</h2>
      <Select
        label={t('staff:status')}
        hint={t('staff-guests:guest_sees', { text: t(`accounts:status_meaning.${status}`) })}
        options={STATUSES.map((value) => ({ value, text: t(`accounts:status.${value}`) }))}
        {...form.controlled('status')}
      />
      <Field label={t('staff-guests:reason')} maxLength={REASON_MAX} {...form.control('reason')} />
      <MailChoice
        tellGuest={tellGuest}
        sendReason={sendReason ?? false}
        onChange={(next) => {
          form.form.setValue('tellGuest', next.tellGuest);
          form.form.setValue('sendReason', next.sendReason);
          setTellingGuest(next.tellGuest);
        }}
      />
      <div>
        <SubmitButton look="secondary" size="small" disabled={status === guest.status} form={form}>
          {t('staff-guests:change_status')}
        </SubmitButton>
      </div>
    </form>
  );
}

type MailOptions = { tellGuest: boolean; sendReason: boolean };

/** Whether the guest is mailed about a decision, and whether the mail states the reason. */
export function MailChoice({ tellGuest, sendReason, onChange }: MailOptions & { onChange(next: MailOptions): void }) {
  const { t } = useTranslation('staff-guests');
  return (
    <div>
      <Checkbox
        label={t('email_guest')}
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

/** Whether guests are mailed about decisions, as last chosen on this device; true at first. */
export function useTellGuest(): [boolean, (isTelling: boolean) => void] {
  const [isTelling, setTelling] = useState(read);
  const change = (next: boolean) => {
    setTelling(next);
    write(next);
  };
  return [isTelling, change];
}

function read(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'false';
  } catch {
    return true;
  }
}

function write(isTelling: boolean): void {
  try {
    localStorage.setItem(KEY, String(isTelling));
  } catch {
    // Storage may be forbidden: then the choice lasts as long as this screen.
  }
}
