import { expect, test } from 'vitest';
import { type Language, LANGUAGES, TICKETS_PER_PERSON_MAX } from '#shared/constants.ts';
import { ApiError, type ErrorBody } from '#shared/errors.ts';
import common from '#shared/locales/en/common.json' with { type: 'json' };
import accountErrors from '#shared/locales/en/account-errors.json' with { type: 'json' };
import errors from '#shared/locales/en/errors.json' with { type: 'json' };
import kaErrors from '#shared/locales/ka/errors.json' with { type: 'json' };
import type { AllNamespaces } from '#shared/translate.ts';
import { siteTranslator } from '#tests/setup/show.tsx';
import { createTranslator } from '#web/ui/translator.ts';
import { errorText, statusText, validationText } from './error-text.ts';

const translator = createTranslator('en', { en: { common, errors, 'account-errors': accountErrors }, ka: { errors: kaErrors } });

const textOf = (status: number, body: Partial<ErrorBody> = {}): string => errorText(new ApiError(status, body), translator.t);

test('a code is said in the words of the catalogue, with its values', () => {
  expect(textOf(409, { code: 'person_limit', message: 'One person …', params: { limit: 4 } })).toBe(
    'One person can have up to 4 tickets for this event.',
  );
});

test.each<[Language, string]>([
  ['en', 'One person can have up to 4 tickets for this event, across all accounts with the same personal number.'],
  ['ka', 'ამ ივენთზე ერთ ადამიანს მაქსიმუმ 4 ბილეთი შეიძლება ჰქონდეს, ამავე პირადი ნომრის მქონე ყველა ანგარიშზე ერთად.'],
])('where accounts of one person share their places, the limit says so, in %s', (language, text) => {
  const failure = new ApiError(409, { code: 'person_limit', message: 'x', params: { limit: 4, context: 'shared' } });
  expect(errorText(failure, translator.of<AllNamespaces>('common', language))).toBe(text);
});

test('a refusal for a missing right names it where the console has the names', async () => {
  const refusal: Partial<ErrorBody> = { code: 'forbidden', message: 'Forbidden', params: { right: 'money.refund' } };
  expect(textOf(403, refusal)).toBe("You don't have permission to perform this action.");
  const { t } = await siteTranslator('en');
  expect(errorText(new ApiError(403, refusal), t)).toBe(
    "You don't have permission to perform this action. Missing permission: refund and review payments.",
  );
});

test('a right that only rests is not called missing', async () => {
  const refusal: Partial<ErrorBody> = { code: 'second_factor_missing', message: '', params: { step: 'set_up', right: 'money.refund' } };
  const { t } = await siteTranslator('en');
  expect(errorText(new ApiError(403, refusal), t)).toBe('Your role needs two-step login. Set it up in your profile, or confirm with it.');
});

test('a code nobody knows leaves the word to the server [§8.status]', () => {
  const body: Partial<ErrorBody> = JSON.parse('{"code":"toString","message":"The bar is closed."}');
  expect(textOf(418, body)).toBe('The bar is closed.');
});

test.each([
  [400, 'Bad Request. Please check your input.'],
  [401, 'Invalid credentials. Please try again.'],
  [403, "You don't have permission to perform this action."],
  [404, 'Resource not found.'],
  [500, 'Server error. Please try again later.'],
  [0, 'Network error. Please check your internet connection.'],
  [502, 'Something went wrong. Please try again.'],
])('status %i without a word from the server (spec §8) [§8.status]', (status, text) => {
  expect(textOf(status)).toBe(text);
});

test('what is no answer at all is something that went wrong', () => {
  expect(errorText(new TypeError('x is undefined'), translator.t)).toBe('Something went wrong. Please try again.');
  expect(errorText(undefined, translator.t)).toBe('Something went wrong. Please try again.');
});

test.each<[number, Language, string]>([
  [1, 'en', 'Too many attempts. Try again in 1 second.'],
  [59, 'en', 'Too many attempts. Try again in 59 seconds.'],
  [60, 'en', 'Too many attempts. Try again in 1 minute.'],
  [61, 'en', 'Too many attempts. Try again in 2 minutes.'],
  [5, 'ka', 'ძალიან ბევრი მცდელობა. სცადეთ ხელახლა 5 წამში.'],
  [900, 'ka', 'ძალიან ბევრი მცდელობა. სცადეთ ხელახლა 15 წუთში.'],
])('who must wait %i seconds is told how long, in %s', (seconds, language, text) => {
  const failure = new ApiError(429, { code: 'too_many_requests', message: 'x' }, {}, seconds);
  expect(errorText(failure, translator.of<AllNamespaces>('common', language))).toBe(text);
});

test.each<[number, Partial<ErrorBody>, string]>([
  [500, { message: 'The band is asleep.' }, 'Server error. Please try again later.'],
  [400, { message: 'No.' }, 'Bad Request. Please check your input.'],
  [401, { message: 'No.' }, 'Invalid credentials. Please try again.'],
  [403, { message: 'No.' }, "You don't have permission to perform this action."],
  [404, { message: 'No.' }, 'Resource not found.'],
  [400, { code: 'invalid_token', message: 'x' }, 'Bad Request. Please check your input. This link is no longer valid. Request a new one.'],
  [500, { code: 'server_error', message: 'x' }, 'Server error. Please try again later.'],
  [0, {}, 'Network error. Please check your internet connection.'],
  [418, { message: 'The bar is closed.' }, 'The bar is closed.'],
  [503, { code: 'unavailable', message: 'x' }, 'The service is briefly unavailable. Try again in a moment.'],
])('where the status decides, %i with %j reads "%s" [§8.status §8.lists]', (status, body, text) => {
  expect(statusText(new ApiError(status, body), translator.t)).toBe(text);
});

test.each(LANGUAGES)('what is wrong with places per person names the ceiling, in %s', (language) => {
  const text = validationText('validation.tickets_per_person', siteTranslator(language).t);
  expect(text).toContain(String(TICKETS_PER_PERSON_MAX));
  expect(text).not.toContain('{{');
});
