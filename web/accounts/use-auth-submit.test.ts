import { expect, test } from 'vitest';
import { ApiError, type ErrorBody } from '#shared/errors.ts';
import accounts from '#shared/locales/en/accounts.json' with { type: 'json' };
import common from '#shared/locales/en/common.json' with { type: 'json' };
import accountErrors from '#shared/locales/en/account-errors.json' with { type: 'json' };
import errors from '#shared/locales/en/errors.json' with { type: 'json' };
import { createTranslator } from '#web/ui/translator.ts';
import { generalText, refusedFields } from './use-auth-submit.ts';

const { t } = createTranslator('en', { en: { accounts, 'account-errors': accountErrors, common, errors }, ka: {} });
const failure = (status: number, body: Partial<ErrorBody> = {}) => new ApiError(status, body);

test.each([
  [401, {}, 'login', 'Wrong credentials'],
  [401, { message: 'Not today' }, 'login', 'Not today'],
  [401, { code: 'wrong_credentials', message: 'x' }, 'login', 'Wrong credentials'],
  [400, {}, 'register', 'Email already exists'],
  [400, { message: 'Taken' }, 'register', 'Taken'],
  [400, {}, 'login', 'Bad Request. Please check your input.'],
  [403, {}, 'login', "You don't have permission to perform this action."],
  [404, {}, 'forgot-password', 'Resource not found.'],
  [500, {}, 'register', 'Server error. Please try again later.'],
  [0, {}, 'login', 'Network error. Please check your internet connection.'],
  [418, {}, 'login', 'Something went wrong. Please try again.'],
  [418, { message: 'I am a teapot' }, 'login', 'I am a teapot'],
  [500, { message: 'Ouch' }, 'register', 'Server error. Please try again later.'],
  [400, { message: 'Odd' }, 'login', 'Bad Request. Please check your input.'],
  [403, { message: 'Not you' }, 'forgot-password', "You don't have permission to perform this action."],
  [
    400,
    { code: 'invalid_token', message: 'x' },
    'change_password',
    'Bad Request. Please check your input. This link is no longer valid. Request a new one.',
  ],
] as const)('%i %j on %s says "%s" [§8.auth]', (status, body, page, text) => {
  expect(generalText(failure(status, body), page, t)).toBe(text);
});

test('refused fields land where they are, in the order of the screen, and say it all [§8.auth]', () => {
  const error = failure(422, { errors: { email: 'validation.invalid_email', firstName: 'validation.first_name_required' } });
  expect(refusedFields(error, 'register')).toEqual([
    ['firstName', 'validation.first_name_required'],
    ['email', 'validation.invalid_email'],
  ]);
  expect(generalText(error, 'register', t)).toBeUndefined();
});

test('a refused field the page does not have leaves something to say about the whole form', () => {
  const error = failure(422, { code: 'invalid_fields', errors: { token: 'validation.token_required' } });
  expect(refusedFields(error, 'change_password')).toEqual([]);
  expect(generalText(error, 'change_password', t)).toBe('Bad Request. Please check your input.');
});
