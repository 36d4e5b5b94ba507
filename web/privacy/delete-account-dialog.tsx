import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RETENTION_DAYS } from '#shared/constants.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { Field } from '#web/ui/field.tsx';
import { useAccountDeletion } from './use-account-deletion.ts';

type DeleteAccountDialogProps = { email: string; onClose(): void };

/** Says what goes and what stays, and asks for the password before it is done. */
export function DeleteAccountDialog({ email, onClose }: DeleteAccountDialogProps) {
  const { t } = useTranslation(['common', 'accounts']);
  const [password, setPassword] = useState('');
  const { submit, isPending, problem } = useAccountDeletion(password);
  return (
    <Dialog title={t('accounts:your_data.dialog_title')} className="flex flex-col gap-5 p-5" onClose={onClose}>
      <Lines title={t('accounts:your_data.goes')} text={t('accounts:your_data.goes_text')} />
      <Lines title={t('accounts:your_data.stays')} text={t('accounts:your_data.stays_text', RETENTION_DAYS)} />
      <p>{t('accounts:your_data.final')}</p>
      {problem && problem.field === undefined && <ErrorSummary key={problem.attempt} errors={[{ message: problem.text }]} />}
      <form noValidate method="dialog" onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        {/* Not for eyes: it tells a password manager whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <Field
          id="delete-password"
          name="password"
          type="password"
          label={t('accounts:your_data.password')}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={problem?.field}
        />
        <div className="flex flex-wrap gap-4">
          <Button type="submit" look="danger" isPending={isPending} pendingLabel={t('accounts:your_data.deleting')}>
            {t('accounts:your_data.submit')}
          </Button>
          <Button look="secondary" onClick={onClose}>
            {t('accounts:profile.cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Each line of the text is one thing. */
function Lines({ title, text }: { title: string; text: string }) {
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-bold">{title}</h3>
      <ul className="flex list-['–'] flex-col gap-1 ps-4 *:ps-2 marker:text-accent">
        {text.split('\n').map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
