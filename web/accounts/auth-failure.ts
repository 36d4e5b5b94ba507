import { ApiError } from '#shared/errors.ts';
import { errorText, statusText } from '#web/lib/error-text.ts';
import type { Translate } from '#web/lib/i18n.ts';
import { fieldsOf, type AuthField, type AuthPage } from './auth-fields.ts';

/** Spec §8: an errors object goes to the fields it names, as far as the page has them. */
export function refusedFields(error: unknown, page: AuthPage): [AuthField, string][] {
  const errors = error instanceof ApiError ? (error.body.errors ?? {}) : {};
  return fieldsOf[page].flatMap((field) => {
    const key = errors[field];
    return key === undefined ? [] : [[field, key]];
  });
}

/**
 * What there is to say about the whole form; nothing when the fields say it all. Spec §8: 401 says the server's message, else "Wrong
 * credentials"; 400 on register the server's message, else "Email already exists"; anything else what its status means, whatever the server says.
 */
export function generalText(error: unknown, page: AuthPage, t: Translate): string | undefined {
  if (!(error instanceof ApiError)) return errorText(error, t);
  const { status, body } = error;
  const refused = Object.keys(body.errors ?? {});
  if (refused.length > 0 && refused.length === refusedFields(error, page).length) return undefined;
  const saysWhy = body.code !== undefined || body.message !== undefined;
  if (status === 401 && !saysWhy) return t('accounts:login.wrong_credentials');
  if (status === 400 && page === 'register' && !saysWhy) return t('accounts:register.email_exists');
  return status === 401 || (status === 400 && page === 'register') ? errorText(error, t) : statusText(error, t);
}
