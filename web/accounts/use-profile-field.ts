import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { validationText } from '#web/lib/validation-text.ts';
import type { ProfileFields } from './profile-fields.ts';

/** What a control of the profile form takes: its registration, its id for the error summary, and what is wrong with it. */
export function useProfileField(name: keyof ProfileFields) {
  const { t } = useTranslation(['common', 'forms']);
  const { register, formState } = useFormContext<ProfileFields>();
  const key = formState.errors[name]?.message;
  return { ...register(name), id: name, error: key === undefined ? undefined : validationText(key, t) };
}
