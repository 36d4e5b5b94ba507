import { useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { api } from '#web/lib/browser-api.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { useLoad } from '#web/lib/use-load.ts';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { dialCodeOf, type AuthFields } from './auth-fields.ts';
import { byName, type CountryCode } from './country-codes.ts';
import { useAuthField } from './use-auth-field.ts';

/** Country code and number. Without the list of countries the code is typed, so that nobody is kept from registering. */
export function PhoneFields() {
  const { t } = useTranslation(['common', 'accounts']);
  const number = useAuthField('phoneNumber');
  return (
    <div className="grid items-end gap-6 tablet:grid-cols-2 tablet:gap-4">
      <PhoneCode />
      <Field {...number} label={t('accounts:fields.phone_number')} type="tel" inputMode="tel" autoComplete="tel-national" />
    </div>
  );
}

function PhoneCode() {
  const { t } = useTranslation(['common', 'accounts']);
  const { language } = useLanguage();
  const field = useAuthField('phoneCode', 'phoneNumber');
  const countries = useLoad(loadCountries, []);
  if (countries.state === 'failed') return <TypedPhoneCode />;
  return (
    <Select {...field} label={t('accounts:fields.phone_code')} autoComplete="tel-country-code">
      {byName(countries.data ?? [], language).map(({ value, name, dialCode }) => (
        <option key={value} value={value}>
          {name} {dialCode}
        </option>
      ))}
    </Select>
  );
}

/** The code as one writes it, in place of the list that did not come. */
function TypedPhoneCode() {
  const { t } = useTranslation(['common', 'accounts']);
  const { getValues, setValue } = useFormContext<AuthFields>();
  const field = useAuthField('phoneCode', 'phoneNumber');
  useEffect(() => setValue('phoneCode', dialCodeOf(getValues('phoneCode'))), [getValues, setValue]);
  const hint = (
    <>
      <span className="font-semibold text-danger">{t('accounts:fields.phone_code_failed')}</span>. {t('accounts:fields.phone_code_hint')}
    </>
  );
  return (
    <Field {...field} label={t('accounts:fields.phone_code')} hint={hint} type="tel" inputMode="tel" autoComplete="tel-country-code" />
  );
}

/** The service says by a flag of its own when it failed. */
async function loadCountries(signal: AbortSignal): Promise<CountryCode[]> {
  const { error, data } = await api.countries.codes({}, { signal });
  if (error || !Array.isArray(data)) throw new Error('No countries.');
  return data;
}
