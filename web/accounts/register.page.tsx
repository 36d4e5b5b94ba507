import { RequireAnonymous } from '#web/lib/guard.tsx';
import type { Meta } from '#web/lib/page.ts';
import { AuthForm } from './auth-form.tsx';
import { pathOf } from './auth-words.ts';

export default function RegisterPage() {
  return (
    <RequireAnonymous>
      <AuthForm page="register" />
    </RequireAnonymous>
  );
}

export const meta: Meta = ({ t }) => ({ title: t('accounts:register.title'), path: pathOf['register'], isPrivate: true });
