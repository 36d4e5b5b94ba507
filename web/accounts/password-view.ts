import { PASSWORD_RULE_NAMES, passwordRules, type PasswordRule } from '#shared/accounts/password-rules.ts';

/** `open` until the password is touched, then green or red (spec §2). */
export type CheckState = 'open' | 'met' | 'failed';
export type RuleView = { rule: PasswordRule; state: CheckState };

const judged = (isTouched: boolean, holds: boolean): CheckState => (isTouched ? (holds ? 'met' : 'failed') : 'open');

/** Each rule of a password, for the live list. */
export const passwordView = (password: string, isTouched: boolean): RuleView[] =>
  PASSWORD_RULE_NAMES.map((rule) => ({ rule, state: judged(isTouched, passwordRules[rule](password)) }));

/** Whether both passwords are the same; open while the second is empty. */
export const matchView = (password: string, confirm: string): CheckState => judged(confirm !== '', password === confirm);

export const metCount = (rules: readonly RuleView[]): number => rules.filter(({ state }) => state === 'met').length;
