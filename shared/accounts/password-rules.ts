import { PASSWORD_MIN_LENGTH } from '#shared/constants.ts';

export const PASSWORD_MAX_BYTES = 256;

/** Spec §5: the password rules one by one, for the live list beside the field. */
export const passwordRules = {
  length: (password: string) => [...password].length >= PASSWORD_MIN_LENGTH,
  lowercase: (password: string) => /[a-z]/.test(password),
  uppercase: (password: string) => /[A-Z]/.test(password),
  symbol: (password: string) => /[^a-zA-Z0-9]/.test(password),
} as const;

export type PasswordRule = keyof typeof passwordRules;
export const PASSWORD_RULE_NAMES = ['length', 'lowercase', 'uppercase', 'symbol'] as const satisfies readonly PasswordRule[];

/** Spec §5: validation.password_complexity. */
export const isStrongPassword = (password: string): boolean => PASSWORD_RULE_NAMES.every((rule) => passwordRules[rule](password));
