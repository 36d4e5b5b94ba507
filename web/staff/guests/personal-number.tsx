import { useState } from 'react';
import type { StaffGuestView } from '#shared/staff/guests.contract.ts';
import { personalNumberChangeIn } from '#shared/staff/guests.schemas.ts';
import { toast } from '#web/lib/toast.ts';
import { FormDialog } from '#web/staff/components/form-dialog.tsx';
import { useStaffForm } from '#web/staff/components/staff-form.ts';
import { useCommand } from '#web/staff/components/use-command.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Checkbox, Field } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

/** As tall as a finger on a phone. */
const LINK = 'link inline-flex min-h-11 items-center desktop:min-h-6';

type PersonalNumberProps = { guest: StaffGuestView; onDone(): void };

/** The last digits, with the commands that show the whole number (which writes an audit entry) and change it. */
export function PersonalNumber({ guest, onDone }: PersonalNumberProps) {
  const { t } = useTranslation('staff-guests');
  const command = useCommand(() => staffApi.guests.showPersonalNumber({ id: guest.id }), {
    onSuccess: ({ personalNumber }) => setWhole({ end: guest.personalNumberEnd, personalNumber }),
  });
  const [shown, setWhole] = useState<{ end: string; personalNumber: string }>();
  const [isOpen, setOpen] = useState(false);
  // The whole number is hidden once it has changed.
  const whole = shown?.end === guest.personalNumberEnd ? shown.personalNumber : undefined;
  return (
    <span className="type-tabular flex flex-wrap items-center gap-x-3">
      <output>{whole ?? (guest.personalNumberEnd === '' ? t('unknown') : `•••••••${guest.personalNumberEnd}`)}</output>
      {whole === undefined && guest.mayDecide && guest.personalNumberEnd !== '' && (
        <button type="button" aria-disabled={command.isPending || undefined} onClick={() => command.run()} className={LINK}>
          {t('show_number')}
        </button>
      )}
      {guest.mayDecide && (
        <button type="button" onClick={() => setOpen(true)} className={LINK}>
          {t('number.open')}
        </button>
      )}
      {isOpen && (
        <NumberDialog
          guest={guest}
          onClose={() => setOpen(false)}
          onDone={() => {
            setWhole(undefined);
            onDone();
          }}
        />
      )}
    </span>
  );
}

type NumberDialogProps = { guest: StaffGuestView; onClose(): void; onDone(): void };

/** The input is kept only in this dialog: a personal number must not be in the tab's storage. */
function NumberDialog({ guest: { id, country, ban }, onClose, onDone }: NumberDialogProps) {
  const { t } = useTranslation(['common', 'staff-guests', 'forms']);
  const form = useStaffForm({
    schema: personalNumberChangeIn(country),
    defaultValues: { personalNumber: '', endsBan: false },
    send: (body) => staffApi.guests.changePersonalNumber({ id, body }),
    onSent({ otherAccounts, isBanned }) {
      onClose();
      onDone();
      toast.success(t('staff-guests:number.done'));
      const names = otherAccounts.map(({ name, email }) => `${name} (${email})`).join(', ');
      if (names !== '') toast.warning(t('staff-guests:number.others', { names }));
      if (isBanned && ban === null) toast.warning(t('staff-guests:number.banned_now'));
    },
  });
  return (
    <FormDialog title={t('staff-guests:number.title')} form={form} submit={t('staff-guests:number.open')} onClose={onClose}>
      <p>{t('staff-guests:number.text')}</p>
      <Field
        label={t('staff-guests:number.new')}
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        {...form.control('personalNumber')}
      />
      {ban !== null && <Checkbox label={t('staff-guests:number.ends_ban')} {...form.control('endsBan')} />}
    </FormDialog>
  );
}
