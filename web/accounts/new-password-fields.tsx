import Check from 'lucide-react/icons/check';
import Circle from 'lucide-react/icons/circle';
import X from 'lucide-react/icons/x';
import { useEffect, useId, useState } from 'react';
import { PASSWORD_RULE_NAMES, type PasswordRule, passwordRules } from '#shared/accounts/password-rules.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { PasswordField } from './auth-fields.tsx';
import { useAuthForm } from './form-context.tsx';

type NewPasswordFieldsProps = { name: 'password'; confirm: 'confirmPassword' } | { name: 'newPassword'; confirm: 'confirmNewPassword' };

/** A new password with its live list of rules, and its repetition with a live indicator. */
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

const READ_OUT_AFTER_MS = 600;

type PasswordName = 'password' | 'newPassword';

/** The live list of rules under a new password (spec §2). */
function PasswordChecks({ id, name }: { id: string; name: PasswordName }) {
  const { t } = useTranslation(['common', 'accounts']);
  const { values, touchedFields, errors } = useAuthForm();
  const password = values[name];
  const isTouched = password !== '' || touchedFields[name] === true;
  const isRefused = errors[name]?.message === 'validation.password_common';
  const rules = passwordView(password, isTouched);
  const progress = t('accounts:password_rules.progress', { met: metCount(rules), total: rules.length });
  return (
    <>
      <ul id={id} aria-label={t('accounts:password_rules.title')} className="flex flex-col gap-1">
        {rules.map(({ rule, state }) => (
          <CheckLine key={rule} state={state} text={t(`accounts:password_rules.${rule}`)} />
        ))}
        {/* Only the server has the list of common passwords, so it decides about this one. */}
        <CheckLine state={isRefused ? 'failed' : 'open'} text={t('accounts:password_rules.uncommon')} />
      </ul>
      <p aria-live="polite" className="sr-only">
        {useSettled(password === '' ? '' : progress)}
      </p>
    </>
  );
}

/** Shows while typing whether both passwords are the same. */
function PasswordMatch({ id, name, confirm }: { id: string; name: PasswordName; confirm: 'confirmPassword' | 'confirmNewPassword' }) {
  const { t } = useTranslation(['common', 'accounts']);
  const { values } = useAuthForm();
  const state = matchView(values[name], values[confirm]);
  const text = t(state === 'failed' ? 'accounts:password_rules.mismatch' : 'accounts:password_rules.match');
  return (
    <>
      <ul id={id}>
        <CheckLine state={state} text={text} />
      </ul>
      <p aria-live="polite" className="sr-only">
        {useSettled(state === 'open' ? '' : text)}
      </p>
    </>
  );
}

const looks = {
  open: { Icon: Circle, colour: 'text-muted' },
  met: { Icon: Check, colour: 'text-ok' },
  failed: { Icon: X, colour: 'text-danger' },
} as const;

function CheckLine({ state, text }: { state: CheckState; text: string }) {
  const { t } = useTranslation(['common', 'accounts']);
  const { Icon, colour } = looks[state];
  return (
    <li className={`type-small flex items-center gap-2 ${colour}`}>
      <Icon size={16} className="shrink-0" />
      <span>
        {text}
        {state !== 'open' && <span className="sr-only"> ({t(`accounts:password_rules.${state}`)})</span>}
      </span>
    </li>
  );
}

/** Returns a text after it has not changed for a moment, so that a screen reader does not read every key. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), READ_OUT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** `open` until the password is touched, then green or red (spec §2). */
type CheckState = 'open' | 'met' | 'failed';
type RuleView = { rule: PasswordRule; state: CheckState };

const judged = (isTouched: boolean, holds: boolean): CheckState => (isTouched ? (holds ? 'met' : 'failed') : 'open');

/** Each rule of a password, for the live list. */
export const passwordView = (password: string, isTouched: boolean): RuleView[] =>
  PASSWORD_RULE_NAMES.map((rule) => ({ rule, state: judged(isTouched, passwordRules[rule](password)) }));

/** Returns the state of "both passwords are the same", which is open while the second is empty. */
export const matchView = (password: string, confirm: string): CheckState => judged(confirm !== '', password === confirm);

export const metCount = (rules: readonly RuleView[]): number => rules.filter(({ state }) => state === 'met').length;
