import { RequireAnonymous } from '#web/lib/guard.tsx';
import { siteName } from '#web/lib/meta.ts';
import type { Meta } from '#web/lib/page.ts';
import { AuthForm } from './auth-form.tsx';
import { pathOf } from './auth-fields.tsx';
import { RegisterFields } from './register-fields.tsx';

export default function RegisterPage() {
  return (
    <RequireAnonymous>
      <AuthForm page="register">
        <RegisterFields />
      </AuthForm>
    </RequireAnonymous>
  );
}

export const meta: Meta = ({ t, language, site }) => ({
  title: t('accounts:register.title'),
  description: t('accounts:register.meta', { site: siteName(site, language) }),
  path: pathOf['register'],
});
