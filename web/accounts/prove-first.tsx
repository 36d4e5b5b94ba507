import { useTranslation } from '#web/ui/translation.tsx';
import { MailedCode } from './second-factor/mailed-code.tsx';

/** Something is sent to the account's address, so the caller must prove the mailbox: with six digits or a link by mail. */
export default function ProveFirst({ onProved }: { onProved(): void }) {
  // Its pages load without these texts.
  const { t, ready } = useTranslation(['accounts', 'account-errors', 'forms']);
  if (!ready) return null;
  return (
    <div className="flex w-full flex-col items-start gap-4 border-s-4 border-accent ps-4">
      <p className="font-semibold">{t('accounts:email_verification.first')}</p>
      <MailedCode takesFocus takesLink onProved={onProved} />
    </div>
  );
}
