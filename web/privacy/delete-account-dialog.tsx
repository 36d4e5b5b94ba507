import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { RETENTION_DAYS } from '#shared/privacy/retention-days.ts';
import { api, session } from '#web/lib/browser-api.ts';
import { errorText, validationText } from '#web/lib/error-text.ts';
import { forgetReturnTo } from '#web/lib/return-to.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { Field } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

type DeleteAccountDialogProps = { email: string; isEmailProved: boolean; onClose(): void };

/** Shows what is deleted and what is kept, and requires the password. */
export default function DeleteAccountDialog({ email, isEmailProved, onClose }: DeleteAccountDialogProps) {
  const { t } = useTranslation(['common', 'accounts']);
  const [password, setPassword] = useState('');
  const { submit, isPending, problem } = useAccountDeletion(password);
  const goes = [t('accounts:your_data.goes_text'), ...(isEmailProved ? [t('accounts:your_data.goes_by_email')] : [])];
  const stays = [t('accounts:your_data.stays_text', RETENTION_DAYS), ...(isEmailProved ? [] : [t('accounts:your_data.stays_unproved')])];
  return (
    <Dialog title={t('accounts:your_data.dialog_title')} className="flex flex-col gap-5 p-5" onClose={onClose}>
      <Lines title={t('accounts:your_data.goes')} text={goes.join('\n')} />
      <Lines title={t('accounts:your_data.stays')} text={stays.join('\n')} />
      <p>{t('accounts:your_data.final')}</p>
      {problem && problem.field === undefined && <ErrorSummary key={problem.attempt} errors={[{ message: problem.text }]} />}
      <form noValidate method="dialog" onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        {/* A hidden field that tells a password manager which account this is. */}
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

/** Each line of the text is one list item. */
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

/** Why the account was not deleted: `field` is about the password, `text` about everything else. */
type Problem = { attempt: number; field?: string; text: string };

/** Deletes the account and leads to the home page, signed out. */
function useAccountDeletion(password: string) {
  const { t } = useTranslation(['common', 'accounts', 'forms', 'errors']);
  const navigate = useNavigate();
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const isDeleted = useRef(false);
  const fail = (why: Omit<Problem, 'attempt'>) => setProblem((before) => ({ ...why, attempt: (before?.attempt ?? 0) + 1 }));
  // The session ends after the profile is unmounted: the guard of a mounted profile would lead to the login.
  useEffect(() => () => void (isDeleted.current && signOut()), []);
  useEffect(() => {
    if (problem?.field === undefined) return;
    const field = document.querySelector<HTMLElement>('#delete-password');
    field?.focus();
    // The field may have the focus already, and its error may have pushed it out of view.
    field?.scrollIntoView({ block: 'nearest' });
  }, [problem]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    if (password === '') return fail({ field: validationText('validation.password_required', t), text: '' });
    setPending(true);
    try {
      await api.privacy.deleteAccount({ body: { password } });
    } catch (error) {
      setPending(false);
      const key = error instanceof ApiError ? error.body.errors?.['password'] : undefined;
      return fail(key === undefined ? { text: errorText(error, t) } : { field: validationText(key, t), text: '' });
    }
    isDeleted.current = true;
    toast.success(t('accounts:your_data.deleted'));
    return navigate(paths.home);
  };
  return { submit, isPending, problem };
}

function signOut(): void {
  session.signOut();
  forgetReturnTo();
}
