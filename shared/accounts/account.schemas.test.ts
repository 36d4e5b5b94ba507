import { expect, test } from 'vitest';
import type { z } from 'zod';
import { isWebAddress } from './social-media.ts';
import { LoginInput, profileInput, registerInput, ResetPasswordInput } from './account.schemas.ts';
import { isEmail } from './account-rules.ts';

const now = () => new Date('2026-11-20T18:00:00+04:00');

const form = {
  firstName: 'Nino',
  lastName: 'Beridze',
  email: 'nino@example.com',
  password: 'Night-Guest-1',
  confirmPassword: 'Night-Guest-1',
  phoneNumber: '+995 555 12-34-56',
  personalNumber: '01001000001',
  birthdate: '1998-04-12',
  socialMediaProfileLink: 'https://instagram.com/nino',
  country: 'Georgia',
};

const profile = {
  firstName: 'Nino',
  lastName: 'Beridze',
  phoneNumber: '(555) 123456',
  country: 'USA',
  birthdate: '1998-04-12',
  socialMediaProfileLink: '',
};

/** Field → its first error key, as screen and wire show it. */
function problems(schema: z.ZodType, value: unknown): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { path, message } of schema.safeParse(value).error?.issues ?? []) found[path.join('.')] ??= message;
  return found;
}

test.each(['', '12.04.1998', '2026-11-21', '2008-11-21'])(
  'with the birthdate %j the rules over two fields are asked all the same',
  (birthdate) => {
    const wrong = { ...form, firstName: '', birthdate, confirmPassword: 'Night-Guest-2', country: 'Other', personalNumber: '1234567' };
    expect(problems(registerInput(now), wrong)).toMatchObject({
      firstName: 'validation.first_name_required',
      birthdate: expect.any(String),
      confirmPassword: 'validation.password_mismatch',
      personalNumber: 'validation.personal_number_format_non_georgia',
    });
  },
);

test('a filled register form passes', () => {
  expect(problems(registerInput(now), form)).toEqual({});
});

test.each([
  ['firstName', '  ', 'validation.first_name_required'],
  ['lastName', '', 'validation.last_name_required'],
  ['firstName', 'x'.repeat(201), 'validation.too_long'],
  ['firstName', 'Ni\u0007no', 'validation.invalid'],
  ['email', '', 'validation.email_required'],
  ['email', 'nino', 'validation.invalid_email'],
  ['password', '', 'validation.password_required'],
  ['phoneNumber', '', 'validation.phone_required'],
  ['phoneNumber', '  ', 'validation.phone_required'],
  ['personalNumber', '', 'validation.personal_number_required'],
  ['personalNumber', '1234567890', 'validation.personal_number_format'],
  ['personalNumber', '123456789012', 'validation.personal_number_format'],
  ['personalNumber', '0100100000x', 'validation.personal_number_format'],
  ['birthdate', '', 'validation.birthdate_required'],
  ['birthdate', '12.04.1998', 'validation.birthdate_invalid'],
  ['birthdate', '2001-02-29', 'validation.birthdate_invalid'],
  ['birthdate', '2026-11-21', 'validation.birthdate_future'],
  ['birthdate', '2008-11-21', 'validation.age_requirement'],
  ['socialMediaProfileLink', '', 'validation.social_media_required'],
  ['socialMediaProfileLink', 'nino', 'validation.social_media_format'],
  ['socialMediaProfileLink', 'https://instagram.com/"nino"', 'validation.social_media_format'],
  ['socialMediaProfileLink', 'https://nino:word@instagram.com/', 'validation.social_media_format'],
  ['socialMediaProfileLink', 'javascript:alert(1)', 'validation.social_media_format'],
  ['country', '', 'validation.country_required'],
])('registering with %s %j is refused with %s [§5.register §5.birthdate §9.age-password §9.personal-number]', (field, value, key) => {
  const found = problems(registerInput(now), { ...form, [field]: value });
  expect(found[field]).toBe(key);
});

test.each(['123', '1'.repeat(21), 'ask at the bar'])('at registration any phone will do: %j [§5.register]', (phoneNumber) => {
  expect(problems(registerInput(now), { ...form, phoneNumber })).toEqual({});
});

test('a profile is taken as people write it and kept as a whole link [§5.profile-link]', () => {
  for (const [typed, kept] of [
    ['@nino.b', 'https://www.instagram.com/nino.b'],
    ['instagram.com/nino', 'https://instagram.com/nino'],
  ]) {
    expect(registerInput(now).parse({ ...form, socialMediaProfileLink: typed }).socialMediaProfileLink).toBe(kept);
    expect(profileInput(now).parse({ ...profile, socialMediaProfileLink: typed }).socialMediaProfileLink).toBe(kept);
  }
});

test('a missing field says the same as an empty one [§5.register]', () => {
  expect(problems(registerInput(now), {})).toEqual({
    firstName: 'validation.first_name_required',
    lastName: 'validation.last_name_required',
    email: 'validation.email_required',
    password: 'validation.password_required',
    confirmPassword: 'validation.password_repeat',
    phoneNumber: 'validation.phone_required',
    personalNumber: 'validation.personal_number_required',
    birthdate: 'validation.birthdate_required',
    socialMediaProfileLink: 'validation.social_media_required',
    country: 'validation.country_required',
  });
});

test('a weak password and another confirmation are told apart [§5.password]', () => {
  expect(problems(registerInput(now), { ...form, password: 'nightguest', confirmPassword: 'nightguest' })).toEqual({
    password: 'validation.password_complexity',
  });
  expect(problems(registerInput(now), { ...form, confirmPassword: 'Night-Guest-2' })).toEqual({
    confirmPassword: 'validation.password_mismatch',
  });
});

test('rules over two fields are told together with everything else', () => {
  const { phoneNumber: _, ...rest } = form;
  expect(problems(registerInput(now), { ...rest, confirmPassword: 'x', personalNumber: '1' })).toEqual({
    phoneNumber: 'validation.phone_required',
    confirmPassword: 'validation.password_mismatch',
    personalNumber: 'validation.personal_number_format',
  });
});

test('outside Georgia a personal number has at least 8 digits [§5.personal-number §9.personal-number]', () => {
  const other = { ...form, country: 'Other' };
  expect(problems(registerInput(now), { ...other, personalNumber: '12345678' })).toEqual({});
  expect(problems(registerInput(now), { ...other, personalNumber: '1234567' })).toEqual({
    personalNumber: 'validation.personal_number_format_non_georgia',
  });
});

test('a password may be long and hold any characters, up to 256 bytes', () => {
  const long = `Aa-1${'ღ'.repeat(84)}`;
  expect(problems(registerInput(now), { ...form, password: long, confirmPassword: long })).toEqual({});
  expect(problems(registerInput(now), { ...form, password: `${long}x`, confirmPassword: `${long}x` })).toEqual({
    password: 'validation.too_long',
  });
});

test('unknown keys are dropped and the password stays as it was typed', () => {
  const parsed = registerInput(now).parse({
    ...form,
    email: ' nino@example.com ',
    password: ' Night-1 ',
    confirmPassword: ' Night-1 ',
    role: 'Admin',
    id: 1,
    status: 1,
  });
  expect(parsed).toEqual({ ...form, password: ' Night-1 ', confirmPassword: ' Night-1 ' });
});

test('a filled profile passes, with or without a link [§5.profile-link]', () => {
  expect(problems(profileInput(now), profile)).toEqual({});
  expect(profileInput(now).parse({ ...profile, socialMediaProfileLink: null }).socialMediaProfileLink).toBe('');
  const { socialMediaProfileLink: _, ...without } = profile;
  expect(profileInput(now).parse(without).socialMediaProfileLink).toBe('');
});

test.each([
  ['firstName', '', 'validation.first_name_required'],
  ['firstName', 'ნინო', 'validation.name_invalid_chars'],
  ['lastName', ' ', 'validation.last_name_required'],
  ['lastName', "O'Hara", 'validation.name_invalid_chars'],
  ['phoneNumber', '', 'validation.phone_required'],
  ['phoneNumber', '++995555123456', 'validation.phone_format_invalid'],
  ['phoneNumber', '123456', 'validation.phone_format_invalid'],
  ['phoneNumber', '1'.repeat(21), 'validation.phone_format_invalid'],
  ['phoneNumber', '+995 abc 12345', 'validation.phone_format_invalid'],
  ['country', '', 'validation.country_required'],
  ['birthdate', '', 'validation.birthdate_required'],
  ['birthdate', '1998-4-12', 'validation.birthdate_invalid'],
  ['birthdate', '2030-01-01', 'validation.birthdate_future'],
  ['birthdate', '2008-11-21', 'validation.age_requirement'],
  ['socialMediaProfileLink', 'nino', 'validation.social_media_invalid_url'],
  ['socialMediaProfileLink', "https://instagram.com/'nino'", 'validation.social_media_invalid_url'],
])(
  'saving a profile with %s %j is refused with %s [§5.profile-names §5.profile-phone §5.profile-country §5.profile-birthdate §5.profile-link §9.age-password §9.phone]',
  (field, value, key) => {
    expect(problems(profileInput(now), { ...profile, [field]: value })).toEqual({ [field]: key });
  },
);

test('signing in needs an e-mail and a password, and asks nothing more of them [§5.login-rules]', () => {
  expect(problems(LoginInput, { email: ' ', password: '' })).toEqual({
    email: 'validation.email_required',
    password: 'validation.password_required',
  });
  expect(problems(LoginInput, { email: 'nino', password: 'x' })).toEqual({});
});

test('a new password follows the same rules [§5.change]', () => {
  expect(problems(ResetPasswordInput, { token: '', newPassword: 'short' })).toEqual({
    token: 'validation.token_required',
    newPassword: 'validation.password_complexity',
  });
});

test('an e-mail is one mailbox at one domain', () => {
  const right = ['nino@example.com', 'nino+club@mail.example.ge', "o'hara@example.com", 'ნინო@მაგალითი.გე', 'N_1@x-y.io'];
  expect(right.filter((text) => !isEmail(text))).toEqual([]);
  const wrong = [
    '',
    'nino',
    '@example.com',
    'nino@',
    'nino@example',
    'nino@example.c',
    'a@b@example.com',
    'a b@example.com',
    'a@exam ple.com',
  ];
  const hostile = [
    'a,b@example.com',
    'Nino <a@example.com>',
    'a@example.com\r\nBcc: b@example.com',
    'a@.example.com',
    'a@example..com',
    'a@b.co/x',
    'a:b@example.com',
    `${'a'.repeat(65)}@example.com`,
  ];
  expect([...wrong, ...hostile].filter(isEmail)).toEqual([]);
});

test('a web address begins with http, https or ftp and has a domain or an IP [§5.profile-link]', () => {
  const right = [
    'https://instagram.com/nino',
    'http://192.168.1.1:8080/a?b=c#d',
    'ftp://files.example.com',
    'https://[2001:db8::1]/x',
    'HTTPS://EXAMPLE.COM',
  ];
  expect(right.filter((text) => !isWebAddress(text))).toEqual([]);
  const wrong = [
    '',
    'instagram.com/nino',
    'https://localhost',
    'https://',
    'https:example.com',
    'https://./x',
    'mailto:a@example.com',
    'javascript://x.com/%0aalert(1)',
    'https://a b.com',
    'https://exa\nmple.com',
    'https://user:word@example.com',
    'https://user@example.com',
    'https://example.com/"x"',
    'https://example.com/<x>',
    'https://example.com/\u202Ex',
    'https://example.com\\x',
  ];
  expect(wrong.filter(isWebAddress)).toEqual([]);
});
