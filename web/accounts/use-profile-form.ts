import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEvent, useState } from 'react';
import { type FieldErrors, useForm, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { type ProfileInput, profileInput } from '#shared/accounts/account.schemas.ts';
import type { ProfileView } from '#shared/accounts/accounts.contract.ts';
import { ApiError } from '#shared/errors.ts';
import { api } from '#web/lib/browser-api.ts';
import { serverMessage, validationText } from '#web/lib/error-text.ts';
import { toast } from '#web/lib/toast.ts';
import type { SummaryError } from '#web/ui/error-summary.tsx';

type Problem = { attempt: number; errors: SummaryError[] };
type Form = UseFormReturn<ProfileFields, unknown, ProfileInput>;

/** Spec §4 and §5: validated with every change and on saving; a refused save shows a toast and a message above the form. */
export function useProfileForm(profile: ProfileView, onSaved: (profile: ProfileView) => void) {
  const { t } = useTranslation(['common', 'accounts', 'forms', 'errors']);
  const [problem, setProblem] = useState<Problem>();
  const form: Form = useForm<ProfileFields, unknown, ProfileInput>({
    mode: 'onChange',
    defaultValues: fieldsFrom(profile),
    resolver: zodResolver(profileSchema),
    shouldFocusError: false,
  });
  const fail = (errors: SummaryError[]) => setProblem((before) => ({ attempt: (before?.attempt ?? 0) + 1, errors }));

  const send = async (fields: ProfileInput) => {
    try {
      // Spec §7 does not define the answer, so what was sent is shown afterwards.
      const answer: unknown = await api.accounts.updateMe({ body: fields });
      const saved = { ...profile, ...fields, ...(isObject(answer) ? answer : {}) };
      toast.success(t(saved.status === profile.status ? 'accounts:profile.updated' : 'accounts:profile.updated_reverification'));
      onSaved(saved);
    } catch (error) {
      const refused = refusedFields(error);
      for (const [id, message] of refused) form.setError(id, { type: 'server', message });
      const message = serverMessage(error, t('accounts:profile.update_failed'), t);
      toast.error(message);
      fail(refused.length > 0 ? refused.map(([id, key]) => ({ id, message: validationText(key, t) })) : [{ message }]);
    }
  };
  const refuse = (errors: FieldErrors<ProfileFields>) => {
    toast.error(t('accounts:profile.fix_errors'));
    fail(PROFILE_FIELDS.flatMap((id) => (errors[id]?.message ? [{ id, message: validationText(errors[id].message, t) }] : [])));
  };
  return { form, problem, save: (event: FormEvent) => form.handleSubmit(send, refuse)(event) };
}

const isObject = (answer: unknown): answer is object => typeof answer === 'object' && answer !== null;

function refusedFields(error: unknown): [keyof ProfileFields, string][] {
  const errors = error instanceof ApiError ? (error.body.errors ?? {}) : {};
  return PROFILE_FIELDS.flatMap((id) => (errors[id] === undefined ? [] : [[id, errors[id]]]));
}

const profileSchema = profileInput(() => new Date());

/** The values of the form: the six fields a guest may change. */
export type ProfileFields = z.input<typeof profileSchema>;

/** In the order of the screen. */
const PROFILE_FIELDS = ['firstName', 'lastName', 'phoneNumber', 'country', 'birthdate', 'socialMediaProfileLink'] as const;

/** Returns the values of the form from a profile. A missing value is an empty field. */
function fieldsFrom(profile: Partial<ProfileView>): ProfileFields {
  const { firstName = '', lastName = '', phoneNumber = '', country = '', birthdate = '', socialMediaProfileLink = '' } = profile;
  return { firstName, lastName, phoneNumber, country, birthdate, socialMediaProfileLink };
}
