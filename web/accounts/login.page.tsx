import { useTranslation } from 'react-i18next';
import { RequireAnonymous } from '#web/lib/guard.tsx';
import { siteName } from '#web/lib/meta.ts';
import type { Meta } from '#web/lib/page.ts';
import { pathOf, EmailField, PasswordField } from './auth-fields.tsx';
import { AuthForm } from './auth-form.tsx';

export default function LoginPage() {
  const { t } = useTranslation(['common', 'accounts']);
  return (
    <RequireAnonymous>
      <AuthForm page="login">
        <EmailField autoComplete="username" />
        <PasswordField name="password" label={t('accounts:fields.password')} autoComplete="current-password" />
      </AuthForm>
    </RequireAnonymous>
  );
}

export const meta: Meta = ({ t, language, site }) => ({
  title: t('accounts:login.title'),
  description: t('accounts:login.meta', { site: siteName(site, language) }),
  path: pathOf['login'],
});
