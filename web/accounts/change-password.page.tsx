import { ApiError } from '#shared/errors.ts';
import { api } from '#web/lib/browser-api.ts';
import { RequireAnonymous } from '#web/lib/guard.tsx';
import { useMailedToken } from '#web/lib/mailed-token.ts';
import type { Meta } from '#web/lib/page.ts';
import { AuthForm } from './auth-form.tsx';
import { pathOf } from './auth-fields.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';

export default function ChangePasswordPage() {
  return (
    <RequireAnonymous>
      <NewPassword />
    </RequireAnonymous>
  );
}

function NewPassword() {
  const token = useMailedToken();
  const send = async ({ newPassword }: { newPassword: string }) => {
    if (!token) throw new ApiError(400, { code: 'invalid_token' });
    await api.accounts.resetPassword({ body: { token, newPassword } });
  };
  return (
    <AuthForm page="change_password" isLinkDead={token === null} send={send}>
      <NewPasswordFields name="newPassword" confirm="confirmNewPassword" />
    </AuthForm>
  );
}

export const meta: Meta = ({ t }) => ({ title: t('accounts:change.title'), path: pathOf['change_password'] });
