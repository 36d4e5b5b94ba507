import { type FormEvent, useEffect, useState } from 'react';
import { Controller, type FieldErrors, FormProvider, useForm, useFormContext, type UseFormReturn, useWatch } from 'react-hook-form';
import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { needsReverification } from '#shared/accounts/account-rules.ts';
import { type ProfileInput, profileInput } from '#shared/accounts/account.schemas.ts';
import type { ProfileView } from '#shared/accounts/accounts.contract.ts';
import { PROFILE_COUNTRIES } from '#shared/constants.ts';
import { isObject } from '#shared/contract.ts';
import { ApiError } from '#shared/errors.ts';
import { api } from '#web/lib/browser-api.ts';
import { forgetDraft, PROFILE_DRAFT, readDraft, useStoredForm } from '#web/lib/drafts.ts';
import { serverMessage, validationText } from '#web/lib/error-text.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { ErrorSummary, type SummaryError } from '#web/ui/error-summary.tsx';
import { Field, Select } from '#web/ui/fields.tsx';
import { Kept } from '#web/ui/kept.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { profileGrid, readStatus } from './profile-head.tsx';

const schemaFor = (saved: ProfileFields) => profileInput(() => new Date(), saved);

/** The values of the form: the six fields that a guest may change. */
type ProfileFields = z.input<ReturnType<typeof profileInput>>;

const text = z.string();
/** The draft survives the end of the session, after which spec §4 leads to this page. */
const draft = {
  name: PROFILE_DRAFT,
  schema: z.object({ firstName: text, lastName: text, phoneNumber: text, country: text, birthdate: text, socialMediaProfileLink: text }),
};

/** In the order of the screen. */
const PROFILE_FIELDS = ['firstName', 'lastName', 'phoneNumber', 'country', 'birthdate', 'socialMediaProfileLink'] as const;

export type ProfileFormProps = { profile: ProfileView; onSaved(profile: ProfileView): void; onCancel(): void };

/** The six fields that a guest may change, validated on change and on saving. */
export function ProfileForm({ profile, onSaved, onCancel }: ProfileFormProps) {
  const { form, save, problem, isRestored, forget } = useProfileForm(profile, onSaved);
  const cancel = () => {
    forget();
    onCancel();
  };
  useEffect(() => form.setFocus('firstName'), [form]);
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-6">
        {problem && <ErrorSummary key={problem.attempt} errors={problem.errors} />}
        <Kept isRestored={isRestored} discard={cancel} />
        <Controls profile={profile} onCancel={cancel} />
      </form>
    </FormProvider>
  );
}

function Controls({ profile, onCancel }: Pick<ProfileFormProps, 'profile' | 'onCancel'>) {
  const { t } = useTranslation(['common', 'accounts']);
  const { formState } = useFormContext<ProfileFields>();
  const reverification = useReverification(profile);
  const reverificationText = useReverificationText();
  return (
    <>
      <div className={profileGrid}>
        <TextField name="firstName" label={t('accounts:fields.first_name')} autoComplete="given-name" />
        <TextField name="lastName" label={t('accounts:fields.last_name')} autoComplete="family-name" />
        {reverification === 'name' && <ReverificationNote />}
        <TextField name="phoneNumber" label={t('accounts:fields.phone_number')} type="tel" autoComplete="tel" />
        <CountryField />
        <BirthdateField />
        <TextField
          name="socialMediaProfileLink"
          label={t('accounts:fields.social_link')}
          note={t('accounts:fields.optional')}
          type="url"
          autoComplete="url"
        />
        {reverification === 'birthdate' && <ReverificationNote />}
      </div>
      <p aria-live="polite" className="sr-only">
        {reverification && reverificationText}
      </p>
      <div className="flex flex-wrap gap-4">
        <Button
          type="submit"
          aria-describedby={reverification && REVERIFICATION}
          isPending={formState.isSubmitting}
          pendingLabel={t('accounts:profile.saving')}
        >
          {t('accounts:profile.save')}
        </Button>
        <Button look="secondary" onClick={onCancel}>
          {t('accounts:profile.cancel')}
        </Button>
      </div>
    </>
  );
}

type TextFieldProps = {
  name: 'firstName' | 'lastName' | 'phoneNumber' | 'socialMediaProfileLink';
  label: string;
  note?: string;
  type?: 'text' | 'tel' | 'url';
  autoComplete: string;
};

function TextField({ name, type = 'text', ...texts }: TextFieldProps) {
  const field = useProfileField(name);
  return <Field {...field} {...texts} type={type} inputMode={type} spellCheck={false} />;
}

function CountryField() {
  const { t } = useTranslation(['common', 'accounts']);
  const field = useProfileField('country');
  return (
    <Select {...field} label={t('accounts:fields.country')} autoComplete="country-name">
      <option value="">{t('accounts:fields.choose_country')}</option>
      {PROFILE_COUNTRIES.map((name) => (
        <option key={name} value={name}>
          {t(`accounts:countries.${name}`)}
        </option>
      ))}
    </Select>
  );
}

function BirthdateField() {
  const { t } = useTranslation(['common', 'accounts']);
  const { control } = useFormContext<ProfileFields>();
  const { id, error } = useProfileField('birthdate');
  return (
    <Controller
      control={control}
      name="birthdate"
      render={({ field: { name, value, onChange, onBlur, ref } }) => (
        <DateField {...{ id, name, value, onChange, onBlur, ref, error }} legend={t('accounts:fields.birthdate')} autoComplete="bday" />
      )}
    />
  );
}

const REVERIFICATION = 'reverification';

/** Returns the field, name or birthdate, whose change would set the guest back to Pending, if any. */
function useReverification(profile: ProfileView): 'name' | 'birthdate' | undefined {
  const { control } = useFormContext<ProfileFields>();
  const [firstName, lastName, birthdate] = useWatch({ control, name: ['firstName', 'lastName', 'birthdate'] });
  const status = readStatus(profile.status);
  const name = { firstName: firstName.trim(), lastName: lastName.trim() };
  if (needsReverification(status, profile, { ...profile, ...name })) return 'name';
  return needsReverification(status, profile, { ...profile, birthdate }) ? 'birthdate' : undefined;
}

/** Warns before saving that staff will review the account again. It is below the changed fields, so that they do not move. */
function ReverificationNote() {
  return (
    <p id={REVERIFICATION} className="border-s-4 border-warn bg-surface-1 px-5 py-3 tablet:col-span-2">
      {useReverificationText()}
    </p>
  );
}

function useReverificationText(): string {
  const { t } = useTranslation(['common', 'accounts']);
  return t('accounts:profile.reverification', { status: t('accounts:status.Pending') });
}

/** The props of a control in the profile form: its registration, its id for the error summary, and its error. */
function useProfileField(name: keyof ProfileFields) {
  const { t } = useTranslation(['common', 'forms']);
  const { register, formState } = useFormContext<ProfileFields>();
  const key = formState.errors[name]?.message;
  return { ...register(name), id: name, error: key === undefined ? undefined : validationText(key, t) };
}

type Problem = { attempt: number; errors: SummaryError[] };
type Form = UseFormReturn<ProfileFields, unknown, ProfileInput>;

/** Spec §4 and §5: validated with every change and on saving; a refused save shows a toast and a message above the form. */
function useProfileForm(profile: ProfileView, onSaved: (profile: ProfileView) => void) {
  const { t } = useTranslation(['common', 'accounts', 'forms', 'errors']);
  const [problem, setProblem] = useState<Problem>();
  const [saved] = useState(() => fieldsFrom(profile));
  const [restored] = useState(() => readDraft(draft));
  const form: Form = useForm<ProfileFields, unknown, ProfileInput>({
    mode: 'onChange',
    defaultValues: { ...saved, ...restored },
    resolver: zodResolver(schemaFor(saved)),
    shouldFocusError: false,
  });
  const { isRestored } = useStoredForm({ form, saved, draft, wasRestored: restored !== undefined });
  const forget = () => forgetDraft(draft.name);
  const fail = (errors: SummaryError[]) => setProblem((before) => ({ attempt: (before?.attempt ?? 0) + 1, errors }));

  const send = async (fields: ProfileInput) => {
    try {
      // Spec §7 does not define the answer, so the sent values are shown afterwards.
      const answer: unknown = await api.accounts.updateMe({ body: fields });
      const updated = { ...profile, ...fields, ...(isObject(answer) ? answer : {}) };
      toast.success(t(updated.status === profile.status ? 'accounts:profile.updated' : 'accounts:profile.updated_reverification'));
      forget();
      onSaved(updated);
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
  return { form, problem, isRestored, forget, save: (event: FormEvent) => form.handleSubmit(send, refuse)(event) };
}

function refusedFields(error: unknown): [keyof ProfileFields, string][] {
  const errors = error instanceof ApiError ? (error.body.errors ?? {}) : {};
  return PROFILE_FIELDS.flatMap((id) => (errors[id] === undefined ? [] : [[id, errors[id]]]));
}

/** Returns the values of the form from a profile. A missing value is an empty field. */
function fieldsFrom(profile: Partial<ProfileView>): ProfileFields {
  const { firstName = '', lastName = '', phoneNumber = '', country = '', birthdate = '', socialMediaProfileLink = '' } = profile;
  return { firstName, lastName, phoneNumber, country, birthdate, socialMediaProfileLink };
}
