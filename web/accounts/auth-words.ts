import { paths } from '#shared/paths.ts';
import type { AuthPage } from './auth-fields.ts';

/** Under which name a page's words stand in `accounts.json`. */
export const wordsOf = {
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
