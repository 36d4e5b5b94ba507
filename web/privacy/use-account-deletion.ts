import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ApiError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { api, session } from '#web/lib/browser-api.ts';
import { errorText } from '#web/lib/error-text.ts';
import { toast } from '#web/lib/toast.ts';
import { validationText } from '#web/lib/validation-text.ts';
import { forgetReturnTo } from '#web/lib/return-to.ts';

/** Why the account is still there: `field` is about the password, `text` about everything else. */
type Problem = { attempt: number; field?: string; text: string };

/** Has the account deleted and leads home, signed out. */
export function useAccountDeletion(password: string) {
  const { t } = useTranslation(['common', 'accounts', 'forms', 'errors']);
  const navigate = useNavigate();
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const isDeleted = useRef(false);
  const fail = (why: Omit<Problem, 'attempt'>) => setProblem((before) => ({ ...why, attempt: (before?.attempt ?? 0) + 1 }));
  // Once the profile is gone and not before: who is signed out there is led to the login.
  useEffect(() => () => void (isDeleted.current && signOut()), []);
  useEffect(() => {
    if (problem?.field === undefined) return;
    const field = document.querySelector<HTMLElement>('#delete-password');
    field?.focus();
    // It may have the focus already, and its error has just pushed it out of view.
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
