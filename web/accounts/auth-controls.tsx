import { useTranslation } from 'react-i18next';
import type { AuthPage } from './auth-fields.ts';
import { EmailField } from './email-field.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { PasswordField } from './password-field.tsx';
import { RegisterFields } from './register-fields.tsx';

/** The controls of one page of the shared form. */
export function AuthControls({ page }: { page: AuthPage }) {
  const { t } = useTranslation(['common', 'accounts']);
  if (page === 'register') return <RegisterFields />;
  if (page === 'forgot-password') return <EmailField autoComplete="email" />;
  if (page === 'change_password') return <NewPasswordFields name="newPassword" confirm="confirmNewPassword" />;
  return (
    <>
      <EmailField autoComplete="username" />
      <PasswordField name="password" label={t('accounts:fields.password')} autoComplete="current-password" />
    </>
  );
}
