import { useState } from 'react';
import { useTranslation } from '#web/ui/translation.tsx';
import { z } from 'zod';
import type { Language } from '#shared/constants.ts';
import { dateText, timeText } from '#shared/dates.ts';
import type { StaffGuestView } from '#shared/staff/guests.contract.ts';
import { GuestEmailChange } from '#shared/staff/guests.schemas.ts';
import { REASON_MAX } from '#shared/staff/reason.schemas.ts';
import type { Translate } from '#shared/translate.ts';
import { toast } from '#web/lib/toast.ts';
import { FormDialog } from '#web/staff/components/form-dialog.tsx';
import { useStaffForm } from '#web/staff/components/staff-form.ts';
import { useCommand } from '#web/staff/components/use-command.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Field } from '#web/ui/fields.tsx';

/** As tall as a finger on a phone. */
const LINK = 'link inline-flex min-h-11 items-center desktop:min-h-6';

type GuestEmailProps = { guest: StaffGuestView; onDone(): void };

/** The address of a guest, whether it is proved, and the command that corrects it, which takes effect with a mailed link. */
export function GuestEmail({ guest, onDone }: GuestEmailProps) {
  const { id, email, isEmailProved, pendingEmail, mayDecide } = guest;
  const { t } = useTranslation('staff-guests');
  const [isOpen, setOpen] = useState(false);
  const cancel = useCommand(() => staffApi.guests.cancelEmailChange({ id }), {
    onSuccess: () => toast.success(t('address.canceled')),
    onSettled: onDone,
  });
  return (
    <span className="flex flex-wrap items-center gap-x-3 wrap-anywhere">
      {email} <span className="text-muted">{t(isEmailProved ? 'address.verified' : 'address.not_verified')}</span>
      <Pending guest={guest} />
      {mayDecide && pendingEmail !== null && (
        <button type="button" aria-disabled={cancel.isPending || undefined} onClick={() => cancel.run()} className={LINK}>
          {t('address.cancel')}
        </button>
      )}
      {mayDecide && (
        <button type="button" onClick={() => setOpen(true)} className={LINK}>
          {t('address.open')}
        </button>
      )}
      {isOpen && <EmailDialog id={id} isVerified={isEmailProved} onClose={() => setOpen(false)} onDone={onDone} />}
    </span>
  );
}

/** The new address that is not yet proved, and when its link is mailed. */
function Pending({ guest: { pendingEmail, pendingEmailFrom } }: Pick<GuestEmailProps, 'guest'>) {
  const { t, translator } = useTranslation(['common', 'staff-guests']);
  if (pendingEmail === null) return null;
  const facts = { email: pendingEmail };
  return (
    <span className="text-warn">
      {pendingEmailFrom
        ? t('staff-guests:address.waits', { ...facts, ...momentText(pendingEmailFrom, translator.language, t) })
        : t('staff-guests:address.pending', facts)}
    </span>
  );
}

const momentText = (at: string, language: Language, t: Translate) => ({ date: dateText(at, language, t), time: timeText(at) });

const EmailDraft = z.object({ email: z.string(), reason: z.string() });

type EmailDialogProps = { id: number; isVerified: boolean; onClose(): void; onDone(): void };

function EmailDialog({ id, isVerified, onClose, onDone }: EmailDialogProps) {
  const { t, translator } = useTranslation(['common', 'staff-guests', 'forms']);
  const form = useStaffForm({
    schema: GuestEmailChange,
    defaultValues: { email: '', reason: '' },
    draft: { name: `guest-email-${id}`, schema: EmailDraft },
    send: (body) => staffApi.guests.changeEmail({ id, body }),
    onSent({ pendingEmail, pendingEmailFrom }) {
      onClose();
      onDone();
      const facts = { email: pendingEmail };
      toast.success(
        pendingEmailFrom
          ? t('staff-guests:address.sent_waits', { ...facts, ...momentText(pendingEmailFrom, translator.language, t) })
          : t('staff-guests:address.sent', facts),
      );
    },
  });
  return (
    <FormDialog
      title={t('staff-guests:address.open')}
      form={form}
      submit={t(isVerified ? 'staff-guests:address.submit_waits' : 'staff-guests:address.submit')}
      onClose={onClose}
    >
      <p>{t(isVerified ? 'staff-guests:address.text_waits' : 'staff-guests:address.text')}</p>
      <Field
        label={t('staff-guests:address.new')}
        type="email"
        inputMode="email"
        autoComplete="off"
        spellCheck={false}
        {...form.control('email')}
      />
      <Field
        label={t('staff-guests:reason')}
        hint={t('staff-guests:address.reason_hint')}
        maxLength={REASON_MAX}
        {...form.control('reason')}
      />
    </FormDialog>
  );
}
