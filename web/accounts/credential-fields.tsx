import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '#web/ui/fields.tsx';
import { type AuthField, useAuthField } from './auth-fields.ts';

type PasswordFieldProps = {
  name: AuthField;
  label: string;
  autoComplete: 'current-password' | 'new-password';
  /** The other password field, validated again when this one changes. */
  changesAlso?: AuthField;
  describedBy?: string;
};

/** A password with a text button that shows and hides it. */
export function PasswordField({ name, label, autoComplete, changesAlso, describedBy }: PasswordFieldProps) {
  const { t } = useTranslation(['common', 'accounts']);
  const [isShown, setShown] = useState(false);
  const field = useAuthField(name, changesAlso);
  return (
    <Field
      {...field}
      label={label}
      type={isShown ? 'text' : 'password'}
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      aria-describedby={describedBy}
      end={
        <button
          type="button"
          aria-label={t(isShown ? 'accounts:fields.hide_password' : 'accounts:fields.show_password')}
          onClick={() => setShown(!isShown)}
          className="type-small min-h-11 min-w-11 px-3 font-semibold underline underline-offset-4"
        >
          {t(isShown ? 'accounts:fields.hide' : 'accounts:fields.show')}
        </button>
      }
    />
  );
}

/** The input is named `username` on the login page, so that password managers know which account it is. */
export function EmailField({ autoComplete }: { autoComplete: 'email' | 'username' }) {
  const { t } = useTranslation(['common', 'accounts']);
  const email = useAuthField('email');
  return (
    <Field
      {...email}
      label={t('accounts:fields.email')}
      type="email"
      inputMode="email"
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}
