import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { NewFactorInput } from '#shared/accounts/second-factor.schemas.ts';
import { ApiError } from '#shared/errors.ts';
import { validationText } from '#web/lib/error-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/fields.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

type NameFormProps = {
  text: string;
  /** A valid default. */
  proposal: string;
  pending: string;
  textOf(failure: unknown): string;
  /** @throws what `textOf` describes, or an ApiError about the name */
  send(name: string): Promise<unknown>;
};

/** The first step of a new second factor: what it is, and its name. */
export function NameForm({ text, proposal, pending, textOf, send }: NameFormProps) {
  const { t } = useTranslation(['common', 'accounts', 'forms']);
  const [failure, setFailure] = useState<unknown>();
  const form = useForm({ defaultValues: { name: proposal }, resolver: zodResolver(NewFactorInput) });
  const { errors, isSubmitting } = form.formState;
  const begin = async ({ name }: { name: string }) => {
    setFailure(undefined);
    try {
      await send(name);
    } catch (error) {
      const message = error instanceof ApiError ? error.body.errors?.['name'] : undefined;
      if (message === undefined) setFailure(error);
      else form.setError('name', { type: 'server', message }, { shouldFocus: true });
    }
  };
  const key = errors.name?.message;
  return (
    <form noValidate method="dialog" onSubmit={(event) => void form.handleSubmit(begin)(event)} className="mt-5 flex flex-col gap-6">
      <p>{text}</p>
      {failure !== undefined && <ErrorState message={textOf(failure)} />}
      <Field
        {...form.register('name')}
        label={t('accounts:second_factor.name')}
        hint={t('accounts:second_factor.name_hint')}
        error={key === undefined ? undefined : validationText(key, t)}
        autoComplete="off"
      />
      <div>
        <Button type="submit" isPending={isSubmitting} pendingLabel={pending}>
          {t('accounts:second_factor.begin')}
        </Button>
      </div>
    </form>
  );
}
