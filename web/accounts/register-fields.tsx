import type { ReactNode } from 'react';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { REGISTER_COUNTRIES } from '#shared/constants.ts';
import { TermsLabel } from '#web/lib/terms-label.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { Field, Select } from '#web/ui/fields.tsx';
import { type AuthFields, useAuthField } from './auth-fields.ts';
import { EmailField } from './credential-fields.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { PhoneFields } from './phone-fields.tsx';

/** The fields of the registration, in the order and groups of art direction §13. */
export function RegisterFields() {
  const { t } = useTranslation(['common', 'accounts']);
  const socialLink = useAuthField('socialMediaProfileLink');
  const terms = useAuthField('acceptTerms');
  return (
    <>
      <Group legend={t('accounts:register.group_you')}>
        <Names />
        <Birthdate />
        <Identity />
      </Group>
      <Group legend={t('accounts:register.group_contact')}>
        <PhoneFields />
        <EmailField autoComplete="email" />
      </Group>
      <Group legend={t('accounts:register.group_social')}>
        <Field
          {...socialLink}
          label={t('accounts:fields.social_link')}
          hint={t('accounts:fields.social_link_hint')}
          type="url"
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Group>
      <Group legend={t('accounts:register.group_password')}>
        <NewPasswordFields name="password" confirm="confirmPassword" />
      </Group>
      <Checkbox {...terms} label={<TermsLabel />} />
    </>
  );
}

function Group({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="flex flex-col gap-6">
      <legend className="type-label mb-5 text-muted">{legend}</legend>
      {children}
    </fieldset>
  );
}

function Names() {
  const { t } = useTranslation(['common', 'accounts']);
  const firstName = useAuthField('firstName');
  const lastName = useAuthField('lastName');
  return (
    <div className="grid items-end gap-6 tablet:grid-cols-2 tablet:gap-4">
      <Field {...firstName} label={t('accounts:fields.first_name')} autoComplete="given-name" spellCheck={false} />
      <Field {...lastName} label={t('accounts:fields.last_name')} autoComplete="family-name" spellCheck={false} />
    </div>
  );
}

function Birthdate() {
  const { t } = useTranslation(['common', 'accounts']);
  const { control } = useFormContext<AuthFields>();
  const { id, error } = useAuthField('birthdate');
  return (
    <Controller
      control={control}
      name="birthdate"
      render={({ field: { name, value, onChange, onBlur, ref } }) => (
        <DateField
          {...{ id, name, value, onChange, onBlur, ref, error }}
          legend={t('accounts:fields.birthdate')}
          hint={t('accounts:fields.birthdate_hint')}
          autoComplete="bday"
        />
      )}
    />
  );
}

/** Country and personal number: the format of the number depends on the country. */
function Identity() {
  const { t } = useTranslation(['common', 'accounts']);
  const { control } = useFormContext<AuthFields>();
  const countryName = useWatch({ control, name: 'country' });
  const country = useAuthField('country', 'personalNumber');
  const personalNumber = useAuthField('personalNumber');
  const isGeorgia = countryName === 'Georgia';
  return (
    <>
      <Select {...country} label={t('accounts:fields.country')} autoComplete="country-name" inputClass="max-w-80">
        {REGISTER_COUNTRIES.map((name) => (
          <option key={name} value={name}>
            {t(`accounts:countries.${name}`)}
          </option>
        ))}
      </Select>
      <Field
        {...personalNumber}
        label={t('accounts:fields.personal_number')}
        hint={t(isGeorgia ? 'accounts:fields.personal_number_hint_georgia' : 'accounts:fields.personal_number_hint_other')}
        inputMode="numeric"
        autoComplete="off"
        inputClass="max-w-80"
      />
    </>
  );
}
