import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { validationText } from '#web/lib/error-text.ts';

/** The page value that switches the shared form (spec §2). */
export type AuthPage = 'login' | 'register' | 'forgot-password' | 'change_password';

/** Everything the shared form can ask for; each page shows its part. */
export type AuthFields = {
  firstName: string;
  lastName: string;
  birthdate: string;
  country: string;
  personalNumber: string;
  /** `+995 GE` from the list, or what was typed in its place. */
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

/** What each page shows, in the order of the screen: the error summary follows it. */
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

/** `+995` of `+995 GE`, or of what was typed. */
export const dialCodeOf = (phoneCode: string): string => phoneCode.trim().split(/\s/)[0] ?? '';

/** `+995 GE` and `555 12 34 56` are sent as `+995 555 12 34 56`. Nothing is sent for an empty number. */
export function joinPhone(phoneCode: string, phoneNumber: string): string {
  const code = dialCodeOf(phoneCode);
  const number = phoneNumber.trim();
  if (number === '' || number.startsWith('+')) return number;
  return code === '' ? number : `${code.startsWith('+') ? '' : '+'}${code} ${number}`;
}

/** Under which name a page's words stand in `accounts.json`. */
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
