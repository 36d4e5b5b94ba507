import { RequireAnonymous } from '#web/lib/guard.tsx';
import { siteName } from '#web/lib/meta.ts';
import type { Meta } from '#web/lib/page.ts';
import { AuthForm } from './auth-form.tsx';
import { pathOf } from './auth-words.ts';

export default function LoginPage() {
  return (
    <RequireAnonymous>
      <AuthForm page="login" />
    </RequireAnonymous>
  );
}

export const meta: Meta = ({ t, language, site }) => ({
  title: t('accounts:login.title'),
  description: t('accounts:login.meta', { site: siteName(site, language) }),
  path: pathOf['login'],
});
