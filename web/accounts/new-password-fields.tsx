import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordChecks, PasswordMatch } from './password-checks.tsx';
import { PasswordField } from './password-field.tsx';

type NewPasswordFieldsProps = { name: 'password'; confirm: 'confirmPassword' } | { name: 'newPassword'; confirm: 'confirmNewPassword' };

/** A new password with its live list of rules, and the same once more with a live indicator. */
export function NewPasswordFields({ name, confirm }: NewPasswordFieldsProps) {
  const { t } = useTranslation(['common', 'accounts']);
  const rulesId = useId();
  const matchId = useId();
  const label = t(name === 'password' ? 'accounts:fields.password' : 'accounts:fields.new_password');
  return (
    <>
      <div className="flex flex-col gap-3">
        <PasswordField name={name} label={label} autoComplete="new-password" changesAlso={confirm} describedBy={rulesId} />
        <PasswordChecks id={rulesId} name={name} />
      </div>
      <div className="flex flex-col gap-3">
        <PasswordField name={confirm} label={t('accounts:fields.confirm_password')} autoComplete="new-password" describedBy={matchId} />
        <PasswordMatch id={matchId} name={name} confirm={confirm} />
      </div>
    </>
  );
}
