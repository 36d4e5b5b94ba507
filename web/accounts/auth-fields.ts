import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { validationText } from '#web/lib/error-text.ts';

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
  ],
  'forgot-password': ['email'],
  change_password: ['newPassword', 'confirmNewPassword'],
};

/** Returns `+995` for `+995 GE`, or for a typed code. */
export const dialCodeOf = (phoneCode: string): string => phoneCode.trim().split(/\s/)[0] ?? '';

/** Joins `+995 GE` and `555 12 34 56` to `+995 555 12 34 56`. An empty number gives an empty text. */
export function joinPhone(phoneCode: string, phoneNumber: string): string {
  const code = dialCodeOf(phoneCode);
  const number = phoneNumber.trim();
  if (number === '' || number.startsWith('+')) return number;
  return code === '' ? number : `${code.startsWith('+') ? '' : '+'}${code} ${number}`;
}

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
  const { register, formState } = useFormContext<AuthFields>();
  const key = formState.errors[name]?.message;
  return {
    // A field that depends on another is validated again when the other one changes.
    ...register(name, changesAlso ? { deps: changesAlso } : {}),
    id: name,
    error: key === undefined ? undefined : validationText(key, t),
  };
}
