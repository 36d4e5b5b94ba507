import { RequireAnonymous } from '#web/lib/guard.tsx';
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

export const meta: Meta = ({ t }) => ({ title: t('accounts:login.title'), path: pathOf['login'], isPrivate: true });
