import { RequireAnonymous } from '#web/lib/guard.tsx';
import type { Meta } from '#web/lib/page.ts';
import { AuthForm } from './auth-form.tsx';
import { pathOf } from './auth-words.ts';

export default function ForgotPasswordPage() {
  return (
    <RequireAnonymous>
      <AuthForm page="forgot-password" />
    </RequireAnonymous>
  );
}

export const meta: Meta = ({ t }) => ({ title: t('accounts:forgot.title'), path: pathOf['forgot-password'], isPrivate: true });
