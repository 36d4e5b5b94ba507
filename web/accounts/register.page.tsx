import { api } from '#web/lib/browser-api.ts';
import { RequireAnonymous } from '#web/lib/guard.tsx';
import { siteName } from '#web/lib/meta.ts';
import type { Meta } from '#web/lib/page.ts';
import { AuthForm } from './auth-form.tsx';
import { type AuthFields, pathOf } from './auth-fields.tsx';
import { RegisterFields } from './register-fields.tsx';
import { fetchRules } from './late-form.ts';

export default function RegisterPage() {
  return (
    <RequireAnonymous>
      <AuthForm page="register" send={register}>
        <RegisterFields />
      </AuthForm>
    </RequireAnonymous>
  );
}

/** The rules, which are here once the form is valid, also make the body. */
async function register(fields: AuthFields): Promise<void> {
  await api.accounts.register({ body: (await fetchRules()).registerBody(fields) });
}

export const meta: Meta = ({ t, language, site }) => ({
  title: t('accounts:register.title'),
  description: t('accounts:register.meta', { site: siteName(site, language) }),
  path: pathOf['register'],
});
