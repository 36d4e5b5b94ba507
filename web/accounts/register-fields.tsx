import { type ReactNode, useEffect } from 'react';
import { REGISTER_COUNTRIES } from '#shared/constants.ts';
import { latinNameOf } from '#shared/accounts/latin-name.ts';
import { api } from '#web/lib/browser-api.ts';
import { TermsLabel } from '#web/lib/terms-label.tsx';
import { useLanguage } from '#web/lib/use-language.ts';
import { useLoad } from '#web/lib/use-load.ts';
import { DateField } from '#web/ui/date-field.tsx';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { Field, Select, Checkbox } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { useAuthField, EmailField } from './auth-fields.tsx';
import { useAuthForm } from './form-context.tsx';
import { dialCodeOf } from './phone-number.ts';
import { NewPasswordFields } from './new-password-fields.tsx';

/** `invited`: the address of the visitor's invitation, which is given. */
export function RegisterFields({ invited }: { invited?: string | undefined }) {
  const { t } = useTranslation(['common', 'accounts', 'forms']);
  const socialLink = useAuthField('socialMediaProfileLink');
  const terms = useAuthField('acceptTerms');
  const newsletter = useAuthField('wantsNewsletter');
  return (
    <>
      <Group number={1} legend={t('accounts:register.group_you')}>
        <Names />
        <Birthdate />
        <Identity />
      </Group>
      <Group number={2} legend={t('accounts:register.group_contact')}>
        <PhoneFields />
        <EmailField autoComplete="email" hint={invited === undefined ? undefined : t('accounts:guest_invitation.email_hint')} />
      </Group>
      <Group number={3} legend={t('accounts:register.group_social')}>
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
      <Group number={4} legend={t('accounts:register.group_password')}>
        <NewPasswordFields name="password" confirm="confirmPassword" />
      </Group>
      <div className="flex flex-col gap-2">
        <Checkbox {...terms} label={<TermsLabel />} />
        <Checkbox {...newsletter} label={t('forms:newsletter')} />
      </div>
    </>
  );
}

const GROUPS = 4;

function Group({ number, legend, children }: { number: number; legend: string; children: ReactNode }) {
  const { t } = useTranslation('accounts');
  return (
    <fieldset className="flex flex-col gap-6 not-first:mt-6">
      <legend className="mb-6 w-full border-t border-hairline pt-6">
        <FittedText as="h2" className="type-display-s">
          {legend}
        </FittedText>
        <span className="type-small type-tabular text-muted">{t('register.group_of', { number, count: GROUPS })}</span>
      </legend>
      {children}
    </fieldset>
  );
}

export function Names() {
  const { t } = useTranslation(['common', 'accounts']);
  const firstName = useAuthField('firstName');
  const lastName = useAuthField('lastName');
  return (
    <>
      <div className="field-pair">
        <Field {...firstName} label={t('accounts:fields.first_name')} autoComplete="given-name" spellCheck={false} />
        <Field {...lastName} label={t('accounts:fields.last_name')} autoComplete="family-name" spellCheck={false} />
      </div>
      <LatinNames />
    </>
  );
}

/** Explains how names are written, and offers the Latin spelling of Georgian ones; the guest decides. */
function LatinNames() {
  const { t } = useTranslation(['common', 'accounts']);
  const { form, values } = useAuthForm();
  const { firstName, lastName } = values;
  const [first, last] = [latinNameOf(firstName), latinNameOf(lastName)];
  const write = () => {
    if (first !== undefined) form?.setValue('firstName', first, { shouldDirty: true });
    if (last !== undefined) form?.setValue('lastName', last, { shouldDirty: true });
    // The pressed button disappears.
    form?.setFocus('lastName');
  };
  return (
    <p className="type-small -mt-3 flex flex-wrap items-center gap-x-3 text-muted">
      {t('accounts:fields.name_hint')}
      {(first ?? last) !== undefined && (
        <button type="button" className="link inline-flex min-h-11 items-center text-start text-text" onClick={write}>
          {t('accounts:fields.use_latin', { name: `${first ?? firstName} ${last ?? lastName}`.trim() })}
        </button>
      )}
    </p>
  );
}

function Birthdate() {
  const { t } = useTranslation(['common', 'accounts']);
  const { values, write } = useAuthForm();
  const { id, name, error } = useAuthField('birthdate');
  return (
    <DateField
      {...{ id, name, error }}
      value={values.birthdate}
      onChange={(value) => write('birthdate', value)}
      legend={t('accounts:fields.birthdate')}
      hint={t('accounts:fields.birthdate_hint')}
      autoComplete="bday"
    />
  );
}

/** Country and personal number: the format of the number depends on the country. */
function Identity() {
  const { t } = useTranslation(['common', 'accounts']);
  const { values } = useAuthForm();
  const country = useAuthField('country', 'personalNumber');
  const personalNumber = useAuthField('personalNumber');
  const isGeorgia = values.country === 'Georgia';
  return (
    <>
      <Select {...country} label={t('accounts:fields.country')} autoComplete="country-name" inputClass="tablet:max-w-80">
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
        inputClass="tablet:max-w-80"
      />
    </>
  );
}

/** Country code and number. If the list of countries cannot be loaded, the code is typed, so that registration still works. */
export function PhoneFields() {
  const { t } = useTranslation(['common', 'accounts']);
  const number = useAuthField('phoneNumber');
  return (
    <div className="field-pair">
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

/** A text field for the code, shown when the list cannot be loaded. */
function TypedPhoneCode() {
  const { t } = useTranslation(['common', 'accounts']);
  const { form, values } = useAuthForm();
  const field = useAuthField('phoneCode', 'phoneNumber');
  useEffect(() => form?.setValue('phoneCode', dialCodeOf(form.getValues('phoneCode'))), [form]);
  const hint = (
    <>
      <span className="font-semibold text-danger">{t('accounts:fields.phone_code_failed')}</span>. {t('accounts:fields.phone_code_hint')}
    </>
  );
  return (
    <Field
      {...field}
      {...(!form && { defaultValue: dialCodeOf(values.phoneCode) })}
      label={t('accounts:fields.phone_code')}
      hint={hint}
      type="tel"
      inputMode="tel"
      autoComplete="tel-country-code"
    />
  );
}

/** The service reports a failure as a flag in its answer. */
async function loadCountries(signal: AbortSignal): Promise<CountryCode[]> {
  const { error, data } = await api.countries.codes({}, { signal });
  if (error || !Array.isArray(data)) throw new Error('No countries.');
  return data;
}

/** A country as the service returns it; the public service has no Georgian names. */
type CountryCode = { name: string; nameKa?: string; code: string; dial_code: string };
type CountryOption = { value: string; name: string; dialCode: string };

const home: CountryCode = { name: 'Georgia', nameKa: 'საქართველო', code: 'GE', dial_code: '+995' };

/** Options sorted by name in the reader's language, Georgia first, also before the list has loaded. Several countries share a code. */
export function byName(countries: readonly CountryCode[], language: string): CountryOption[] {
  const nameOf = ({ name, nameKa }: CountryCode) => (language === 'ka' ? (nameKa ?? name) : name);
  const others = countries.filter(({ code }) => code !== home.code).toSorted((a, b) => compare(nameOf(a), nameOf(b)));
  return [home, ...others].map((country) => ({
    value: `${country.dial_code} ${country.code}`,
    name: nameOf(country),
    dialCode: country.dial_code,
  }));
}

// Browsers have no Georgian collation, but the order of the code points is alphabetical. Accents must not move a name to the end.
const plain = (name: string): string => name.normalize('NFD').replaceAll(/\p{M}/gu, '');
const compare = (a: string, b: string): number => (plain(a) < plain(b) ? -1 : 1);
