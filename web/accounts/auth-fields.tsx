import { useState } from 'react';
import { paths } from '#shared/paths.ts';
import { validationText } from '#web/lib/error-text.ts';
import { Field } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { useAuthForm } from './form-context.tsx';

/** The page value that switches the shared form (spec §2). */
export type AuthPage = 'login' | 'register' | 'forgot-password' | 'change_password';

/** Every field of the shared form; each page shows some of them. */
export type AuthFields = {
  firstName: string;
  lastName: string;
  birthdate: string;
  country: string;
  personalNumber: string;
  /** `+995 GE` from the list, or the code as it was typed. */
  phoneCode: string;
  phoneNumber: string;
  email: string;
  socialMediaProfileLink: string;
  password: string;
  confirmPassword: string;
  currentPassword: string;
  newPassword: string;
  confirmNewPassword: string;
  acceptTerms: boolean;
  wantsNewsletter: boolean;
};
export type AuthField = keyof AuthFields;

export const emptyAuthFields: AuthFields = {
  firstName: '',
  lastName: '',
  birthdate: '',
  country: 'Georgia',
  personalNumber: '',
  phoneCode: '+995 GE',
  phoneNumber: '',
  email: '',
  socialMediaProfileLink: '',
  password: '',
  confirmPassword: '',
  currentPassword: '',
  newPassword: '',
  confirmNewPassword: '',
  acceptTerms: false,
  wantsNewsletter: false,
};

/** The fields of each page, in the order of the screen, which the error summary follows. */
export const fieldsOf: Record<AuthPage, readonly AuthField[]> = {
  login: ['email', 'password'],
  register: [
    'firstName',
    'lastName',
    'birthdate',
    'country',
    'personalNumber',
    'phoneCode',
    'phoneNumber',
    'email',
    'socialMediaProfileLink',
    'password',
    'confirmPassword',
    'acceptTerms',
    'wantsNewsletter',
  ],
  'forgot-password': ['email'],
  change_password: ['newPassword', 'confirmNewPassword'],
};

/** The name of each page's texts in `accounts.json`. */
export const textsOf = {
  login: 'login',
  register: 'register',
  'forgot-password': 'forgot',
  change_password: 'change',
} as const satisfies Record<AuthPage, string>;

export const pathOf: Record<AuthPage, string> = {
  login: paths.login,
  register: paths.register,
  'forgot-password': paths.forgotPassword,
  change_password: paths.changePassword,
};

/** The props of a control in the shared form: its registration, its id for the error summary, and its error. */
export function useAuthField(name: AuthField, changesAlso?: AuthField) {
  const { t } = useTranslation(['common', 'forms']);
  const { form, values, errors } = useAuthForm();
  const wrong = errors[name];
  const key = wrong?.message;
  return {
    // A field that depends on another is validated again when the other one changes.
    ...(form ? form.register(name, changesAlso ? { deps: changesAlso } : {}) : { name, defaultValue: textOf(values[name]) }),
    id: name,
    error: key === undefined ? undefined : validationText(key, t),
    // One of several wrong fields may have no message of its own; then the summary explains it.
    ...(wrong && key === undefined && { 'aria-invalid': true, 'aria-describedby': 'problem' }),
  };
}

const textOf = (value: string | boolean): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

type PasswordFieldProps = {
  name: AuthField;
  label: string;
  autoComplete: 'current-password' | 'new-password';
  /** The other password field, validated again when this one changes. */
  changesAlso?: AuthField;
  describedBy?: string;
};

/** A password with a text button that shows and hides it. */
export function PasswordField({ name, label, autoComplete, changesAlso, describedBy }: PasswordFieldProps) {
  const { t } = useTranslation(['common', 'accounts']);
  const [isShown, setShown] = useState(false);
  const field = useAuthField(name, changesAlso);
  return (
    <Field
      {...field}
      label={label}
      type={isShown ? 'text' : 'password'}
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      aria-describedby={describedBy ?? field['aria-describedby']}
      end={
        <button
          type="button"
          aria-label={t(isShown ? 'accounts:fields.hide_password' : 'accounts:fields.show_password')}
          onClick={() => setShown(!isShown)}
          className="type-small min-h-11 min-w-11 px-3 font-semibold underline underline-offset-4"
        >
          {t(isShown ? 'accounts:fields.hide' : 'accounts:fields.show')}
        </button>
      }
    />
  );
}

/**
 * The input is named `username` on the login page, so that password managers know which account it is. With a hint the address is given and
 * can't be changed.
 */
export function EmailField({ autoComplete, hint }: { autoComplete: 'email' | 'username'; hint?: string | undefined }) {
  const { t } = useTranslation(['common', 'accounts']);
  const email = useAuthField('email');
  return (
    <Field
      {...email}
      label={t('accounts:fields.email')}
      hint={hint}
      readOnly={hint !== undefined}
      type="email"
      inputMode="email"
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}
