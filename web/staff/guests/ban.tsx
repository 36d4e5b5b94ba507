import { useState } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { isCalendarDay } from '#shared/accounts/account-rules.ts';
import { toWireTime } from '#shared/dates.ts';
import { BanInput } from '#shared/staff/guests.schemas.ts';
import { REASON_MAX } from '#shared/staff/reason.schemas.ts';
import type { StaffGuestView } from '#shared/staff/guests.contract.ts';
import { fromVenue } from '#shared/venue-moments.ts';
import { toast } from '#web/lib/toast.ts';
import { CommandButton } from '#web/staff/components/command-button.tsx';
import { FormDialog } from '#web/staff/components/form-dialog.tsx';
import { Moment } from '#web/staff/components/data-table.tsx';
import { useStaffForm } from '#web/staff/components/staff-form.ts';
import { useCommand } from '#web/staff/components/use-command.ts';
import { staffApi, staffPath } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { DateField } from '#web/staff/ui/date-field.tsx';
import { TextArea, Checkbox } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

type BanBoxProps = { guest: StaffGuestView; onDone(): void };

/** The ban of a guest, with the command that ends it; without a ban, the command that sets one. */
export function BanBox({ guest, onDone }: BanBoxProps) {
  const { t } = useTranslation(['common', 'staff-guests']);
  const [isOpen, setOpen] = useState(false);
  const unban = useCommand(() => staffApi.guests.unban({ id: guest.id }), {
    onSuccess: () => toast.success(t('staff-guests:ban.lifted')),
    onSettled: onDone,
  });
  if (guest.ban === null)
    return (
      <>
        <Button look="danger" size="small" onClick={() => setOpen(true)}>
          {t('staff-guests:ban.open')}
        </Button>
        {isOpen && <BanDialog guest={guest} onClose={() => setOpen(false)} onDone={onDone} />}
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
      <OtherAccounts text={t('staff-guests:ban.others_banned')} accounts={guest.otherAccounts} />
      <CommandButton look="secondary" size="small" command={unban}>
        {t('staff-guests:ban.lift')}
      </CommandButton>
    </>
  );
}

type OtherAccountsProps = { text: string; accounts: StaffGuestView['otherAccounts'] };

/** The other accounts of the person, which a ban also covers. */
function OtherAccounts({ text, accounts }: OtherAccountsProps) {
  if (accounts.length === 0) return null;
  return (
    <div>
      <p>{text}</p>
      <ul>
        {accounts.map(({ id, name, email }) => (
          <li key={id} className="wrap-anywhere">
            <Link to={staffPath(`guests/${id}`)} className="link inline-flex min-h-11 items-center">
              {name}
            </Link>
            {` · ${email}`}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A ban ends at noon, when no event is running any more. */
const END_HOUR = 12;

const BanDraft = z.object({ reason: z.string(), until: z.string(), isForGood: z.boolean() });

/** The ban as it is sent: its day becomes the moment at which it ends. */
const TypedBan = BanDraft.refine(({ until, isForGood }) => isForGood || isCalendarDay(until), {
  path: ['until'],
  error: 'validation.ban_in_past',
})
  .transform(({ reason, until, isForGood }) => ({ reason, until: isForGood ? null : toWireTime(fromVenue(until, END_HOUR)) }))
  .pipe(BanInput);

type BanDialogProps = { guest: Pick<StaffGuestView, 'id' | 'otherAccounts'>; onClose(): void; onDone(): void };

function BanDialog({ guest: { id, otherAccounts }, onClose, onDone }: BanDialogProps) {
  const { t } = useTranslation(['common', 'staff', 'staff-guests', 'forms']);
  const form = useStaffForm({
    schema: TypedBan,
    defaultValues: { reason: '', until: '', isForGood: true },
    draft: { name: `guest-ban-${id}`, schema: BanDraft },
    send: (body) => staffApi.guests.ban({ id, body }),
    onSent() {
      onClose();
      onDone();
      toast.success(t('staff-guests:ban.done'));
    },
  });
  return (
    <FormDialog title={t('staff-guests:ban.title')} form={form} isDanger submit={t('staff-guests:ban.open')} onClose={onClose}>
      <p>{t('staff-guests:ban.text')}</p>
      <OtherAccounts text={t('staff-guests:ban.others')} accounts={otherAccounts} />
      <TextArea label={t('staff:reason')} rows={3} maxLength={REASON_MAX} {...form.control('reason')} />
      <Checkbox label={t('staff-guests:ban.for_good')} {...form.control('isForGood')} />
      {!form.form.watch('isForGood') && (
        <DateField label={t('staff-guests:ban.until_day')} hint={t('staff-guests:ban.until_hint')} {...form.controlled('until')} />
      )}
    </FormDialog>
  );
}
