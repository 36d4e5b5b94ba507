import { expect, test } from 'vitest';
import { emptyAuthFields, type AuthFields, type AuthPage } from './auth-fields.tsx';
import { joinPhone } from './phone-number.ts';
import { authSchema } from './auth-schema.ts';

const good: Partial<AuthFields> = {
  firstName: 'Nino',
  lastName: 'Beridze',
  birthdate: '2001-03-14',
  personalNumber: '01023045678',
  phoneNumber: '555 12 34 56',
  email: 'nino@example.ge',
  socialMediaProfileLink: 'https://www.instagram.com/nino',
  password: 'Abcdefg!',
  confirmPassword: 'Abcdefg!',
  acceptTerms: true,
};

/** Returns the first error key of every wrong field. */
function wrong(page: AuthPage, fields: Partial<AuthFields>): Record<string, string> {
  const issues = authSchema(page).safeParse({ ...emptyAuthFields, ...fields }).error?.issues ?? [];
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path.join('.'), message]));
}

test('a whole register form passes', () => {
  expect(wrong('register', good)).toEqual({});
});

test('an empty register form says what is missing everywhere, the terms included [§2.register-terms §5.register-terms]', () => {
  expect(wrong('register', { country: 'Georgia' })).toEqual({
    firstName: 'validation.first_name_required',
    lastName: 'validation.last_name_required',
    birthdate: 'validation.birthdate_required',
    personalNumber: 'validation.personal_number_required',
    phoneNumber: 'validation.phone_required',
    email: 'validation.email_required',
    socialMediaProfileLink: 'validation.social_media_required',
    password: 'validation.password_required',
    confirmPassword: 'validation.password_repeat',
    acceptTerms: 'validation.terms_required',
  });
});

test('the personal number follows the country', () => {
  expect(wrong('register', { ...good, personalNumber: '12345678' })).toEqual({ personalNumber: 'validation.personal_number_format' });
  expect(wrong('register', { ...good, personalNumber: '12345678', country: 'Other' })).toEqual({});
});

test('login and forgot password judge their own fields only [§5.login §5.forgot]', () => {
  expect(wrong('login', {})).toEqual({ email: 'validation.email_required', password: 'validation.password_required' });
  expect(wrong('login', { email: 'nino@example.ge', password: 'x' })).toEqual({});
  expect(wrong('forgot-password', { email: 'nino' })).toEqual({ email: 'validation.invalid_email' });
});

test('a new password must be strong and be repeated [§3.new-password §5.change]', () => {
  expect(wrong('change_password', { newPassword: 'weak', confirmNewPassword: 'other' })).toEqual({
    newPassword: 'validation.password_complexity',
    confirmNewPassword: 'validation.password_mismatch',
  });
  expect(wrong('change_password', { newPassword: 'Abcdefg!', confirmNewPassword: 'Abcdefg!' })).toEqual({});
});

test.each([
  ['+995 GE', '555 12 34 56', '+995 555 12 34 56'],
  ['+1 US', ' 2025550123 ', '+1 2025550123'],
  ['995', '555123456', '+995 555123456'],
  ['', '555123456', '555123456'],
  ['+995 GE', '+49 30 123456', '+49 30 123456'],
  ['+49 DE', '0176 1234567', '+49 176 1234567'],
  ['+49 DE', '0049 176 1234567', '+49 0049 176 1234567'],
  ['+225 CI', '07 12 34 56 78', '+225 07 12 34 56 78'],
  ['+39 IT', '06 698 1234', '+39 06 698 1234'],
  ['+378 SM', '0549 882 1', '+378 0549 882 1'],
  ['+379 VA', '06 698', '+379 06 698'],
  ['', '0555 123456', '0555 123456'],
  ['+995 GE', '  ', ''],
])('%j and %j are sent as %j', (code, number, sent) => {
  expect(joinPhone(code, number)).toBe(sent);
});
