import { RequireAnonymous } from '#web/lib/guard.tsx';
import type { Meta } from '#web/lib/page.ts';
import { AuthForm } from './auth-form.tsx';
import { pathOf } from './auth-fields.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';

export default function ChangePasswordPage() {
  return (
    <RequireAnonymous>
      <AuthForm page="change_password">
        <NewPasswordFields name="newPassword" confirm="confirmNewPassword" />
      </AuthForm>
    </RequireAnonymous>
  );
}

export const meta: Meta = ({ t }) => ({ title: t('accounts:change.title'), path: pathOf['change_password'] });
