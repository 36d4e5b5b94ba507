import { lazy, Suspense, useRef, useState } from 'react';
import type { ProfileView } from '#shared/accounts/accounts.contract.ts';
import { dateText, timeText } from '#shared/dates.ts';
import { errorText } from '#web/lib/error-text.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

const EmailChangeDialog = lazy(async () => ({ default: (await import('./email-change-dialog.tsx')).EmailChangeDialog }));

type EmailChangeLineProps = {
  profile: Pick<ProfileView, 'isEmailProved' | 'pendingEmail' | 'pendingEmailFrom'>;
  onChanged(pendingEmail: string | null): void;
};

/** Below the address: a way to correct it, or the new address whose mailed link must still be opened. */
export function EmailChangeLine({ profile: { isEmailProved, pendingEmail, pendingEmailFrom }, onChanged }: EmailChangeLineProps) {
  const { t, translator } = useTranslation(['common', 'accounts', 'errors']);
  const [isOpen, setOpen] = useState(false);
  const line = useRef<HTMLParagraphElement>(null);
  // The pressed button disappears.
  const finish = (pending: string | null) => {
    setOpen(false);
    onChanged(pending);
    setTimeout(() => line.current?.focus());
  };
  const cancel = async () => {
    try {
      const { emailChange } = await import('#web/accounts/email-change-api.ts');
      await emailChange.cancel();
      finish(null);
    } catch (error) {
      toast.error(errorText(error, t));
    }
  };
  return (
    <>
      <p ref={line} tabIndex={-1} className="type-small flex flex-wrap items-center gap-x-3 wrap-anywhere text-muted">
        {pendingEmail !== null && (
          <>
            {pendingEmailFrom
              ? t('accounts:email_change.waits', {
                  email: pendingEmail,
                  date: dateText(pendingEmailFrom, translator.language, t),
                  time: timeText(pendingEmailFrom),
                })
              : t('accounts:email_change.pending', { email: pendingEmail })}
            <Button look="quiet" size="small" className="type-small text-start text-text" onClick={() => void cancel()}>
              {t(pendingEmailFrom ? 'accounts:email_change.stop' : 'accounts:email_change.cancel')}
            </Button>
          </>
        )}
        {pendingEmail === null && isEmailProved && t('accounts:email_change.by_club')}
        {pendingEmail === null && !isEmailProved && (
          <Button look="quiet" size="small" className="type-small text-start text-text" onClick={() => setOpen(true)}>
            {t('accounts:email_change.open')}
          </Button>
        )}
      </p>
      {isOpen && (
        <Suspense>
          <EmailChangeDialog onClose={() => setOpen(false)} onSent={finish} />
        </Suspense>
      )}
    </>
  );
}
