import { api } from '#web/lib/browser-api.ts';
import { RequireAnonymous } from '#web/lib/guard.tsx';
import { siteName } from '#web/lib/meta.ts';
import type { Meta } from '#web/lib/page.ts';
import { AuthForm } from './auth-form.tsx';
import { pathOf, EmailField } from './auth-fields.tsx';

export default function ForgotPasswordPage() {
  return (
    <RequireAnonymous>
      <AuthForm page="forgot-password" send={({ email }) => api.accounts.requestPasswordReset({ body: { email } })}>
        <EmailField autoComplete="email" />
      </AuthForm>
    </RequireAnonymous>
  );
}

export const meta: Meta = ({ t, language, site }) => ({
  title: t('accounts:forgot.title'),
  description: t('accounts:forgot.meta', { site: siteName(site, language) }),
  path: pathOf['forgot-password'],
});
