import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { LoginInput } from '#shared/accounts/account.schemas.ts';
import { CodeInput } from '#shared/accounts/second-factor.schemas.ts';
import { ApiError } from '#shared/errors.ts';
import { errorText, validationText } from '#web/lib/error-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/fields.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

/** Six digits of an app or of a mail, a recovery code, or the password. */
type AnswerKind = 'code' | 'mail' | 'recovery' | 'password';

type AnswerFormProps = {
  kind: AnswerKind;
  submit: string;
  pending: string;
  /** Focuses the field when it appears, for example where the button before it has disappeared. */
  takesFocus?: boolean;
  /** @throws ApiError */
  send(answer: string): Promise<unknown>;
};

const inputs = {
  code: { autoComplete: 'one-time-code', inputMode: 'numeric', inputClass: 'max-w-50' },
  mail: { autoComplete: 'one-time-code', inputMode: 'numeric', inputClass: 'max-w-50' },
  recovery: { autoComplete: 'off', inputMode: 'text' },
  password: { autoComplete: 'current-password', type: 'password' },
} as const;

/** A form with one secret. A wrong one is marked at its field and selected, so that the next one replaces it. */
export function AnswerForm({ kind, submit, pending, takesFocus = false, send }: AnswerFormProps) {
  const { t } = useTranslation(['common', 'accounts', 'forms', 'errors']);
  const [failure, setFailure] = useState<unknown>();
  const schema = z.object({ answer: kind === 'password' ? LoginInput.shape.password : CodeInput.shape.code });
  const form = useForm({ defaultValues: { answer: '' }, resolver: zodResolver(schema) });
  const { errors, isSubmitting } = form.formState;
  const { setFocus } = form;
  useEffect(() => {
    if (takesFocus) setFocus('answer');
  }, [takesFocus, setFocus]);
  const attempt = async ({ answer }: { answer: string }) => {
    setFailure(undefined);
    try {
      await send(answer);
    } catch (error) {
      const message = fieldError(error);
      if (message === undefined) return setFailure(error);
      form.setError('answer', { type: 'server', message });
      setFocus('answer', { shouldSelect: true });
    }
  };
  const key = errors.answer?.message;
  return (
    <form noValidate method="dialog" onSubmit={(event) => void form.handleSubmit(attempt)(event)} className="flex flex-col gap-6">
      {failure !== undefined && <ErrorState message={errorText(failure, t)} />}
      <Field
        {...form.register('answer')}
        {...inputs[kind]}
        label={t(`accounts:second_factor.fields.${kind}`)}
        hint={kind === 'password' ? undefined : t(`accounts:second_factor.hints.${kind}`)}
        error={key === undefined ? undefined : validationText(key, t)}
        autoCapitalize="none"
        spellCheck={false}
      />
      <div>
        <Button type="submit" isPending={isSubmitting} pendingLabel={pending}>
          {submit}
        </Button>
      </div>
    </form>
  );
}

/** The message of a wrong answer; undefined for any other failure. */
function fieldError(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.body.code === 'wrong_code') return 'validation.code_wrong';
  return Object.values(error.body.errors ?? {})[0];
}
