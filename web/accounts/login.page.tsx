import { api, session } from '#web/lib/browser-api.ts';
import { RequireAnonymous } from '#web/lib/guard.tsx';
import { siteName } from '#web/lib/meta.ts';
import type { Meta } from '#web/lib/page.ts';
import { returnTo } from '#web/lib/return-to.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { type AuthFields, pathOf, EmailField, PasswordField } from './auth-fields.tsx';
import { AuthForm } from './auth-form.tsx';

export default function LoginPage() {
  const { t } = useTranslation(['common', 'accounts']);
  return (
    <RequireAnonymous>
      <AuthForm page="login" send={logIn}>
        <WhyHere />
        <EmailField autoComplete="username" />
        <PasswordField name="password" label={t('accounts:fields.password')} autoComplete="current-password" />
      </AuthForm>
    </RequireAnonymous>
  );
}

async function logIn({ email, password }: AuthFields): Promise<void> {
  session.signIn((await api.accounts.login({ body: { email: email.trim(), password } })).accessToken);
}

/** Why a user must log in again; staff also read that the page they had open comes back. */
function WhyHere() {
  const { t } = useTranslation(['common', 'accounts', 'errors']);
  if (!session.isEnded()) return null;
  const isAtWork = ['console', 'scanner'].includes(returnTo()?.page ?? '');
  return (
    <output className="block border-s-4 border-warn bg-surface-1 px-5 py-3">
      <span className="font-semibold">{t('errors:session_ended')}</span>
      {isAtWork && ` ${t('accounts:login.back')}`}
    </output>
  );
}

export const meta: Meta = ({ t, language, site }) => ({
  title: t('accounts:login.title'),
  description: t('accounts:login.meta', { site: siteName(site, language) }),
  path: pathOf['login'],
});
