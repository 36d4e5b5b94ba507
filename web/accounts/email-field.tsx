import { useTranslation } from 'react-i18next';
import { Field } from '#web/ui/field.tsx';
import { useAuthField } from './use-auth-field.ts';

/** `username` where somebody logs in, so that password managers know which account it is. */
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
