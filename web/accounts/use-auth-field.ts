import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { validationText } from '#web/lib/validation-text.ts';
import type { AuthField, AuthFields } from './auth-fields.ts';

/** What a control of the shared form takes: its registration, its id for the error summary, and what is wrong with it. */
export function useAuthField(name: AuthField, changesAlso?: AuthField) {
  const { t } = useTranslation(['common', 'forms']);
  const { register, formState } = useFormContext<AuthFields>();
  const key = formState.errors[name]?.message;
  return {
    // Once judged, two fields that are judged together are judged again together.
    ...register(name, changesAlso ? { deps: changesAlso } : {}),
    id: name,
    error: key === undefined ? undefined : validationText(key, t),
  };
}
