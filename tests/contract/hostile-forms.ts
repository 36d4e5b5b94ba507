import { expect } from 'vitest';
import { createUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { rawCall, type RawAnswer } from '#tests/setup/raw-call.ts';
import type { PairsOf } from './pairs.ts';

export const registerForm = {
  firstName: 'Nino',
  lastName: 'Beridze',
  email: 'nino@example.com',
  password: 'Night-Guest-1',
  confirmPassword: 'Night-Guest-1',
  phoneNumber: '+995 555 12-34-56',
  personalNumber: '01001000001',
  birthdate: '1998-04-12',
  socialMediaProfileLink: 'https://www.instagram.com/nino/',
  socialMediaPlatform: 'instagram',
  socialMediaUsername: 'nino',
  country: 'Georgia',
};
export const profileForm = {
  firstName: 'Nino',
  lastName: 'Beridze',
  phoneNumber: '+995 555 12-34-56',
  country: 'Germany',
  birthdate: '1998-04-12',
  socialMediaProfileLink: 'https://www.instagram.com/nino/',
};

const hostile: Record<string, unknown> = {
  'an empty text': '',
  blanks: ' \t ',
  '10,000 characters': 'x'.repeat(10_000),
  emoji: '🌒👩‍👩‍👧',
  'a control character': 'Ni\u0000no\u0007',
  'a lone surrogate': 'Ni\uD800no',
  Georgian: 'ნინო ბერიძე',
  'a mark that turns the direction': 'Ni\u202Eno',
  SQL: `Robert'); drop table users; --`,
  script: '<script>alert(1)</script>',
  'line breaks': 'Nino\r\nBcc: all@example.com',
  'an array': ['nino'],
  'an object': { $ne: '' },
  'a number': 12345678901,
  true: true,
  null: null,
};

type Call = { path: string; method?: 'POST' | 'PUT'; form: Record<string, unknown>; refusal: number; isSignedIn?: boolean };
export const calls: Record<string, Call> = {
  register: { path: '/api/auth/register', form: registerForm, refusal: 422 },
  login: { path: '/api/auth/login', form: { email: 'nino@example.com', password: 'Night-Guest-1' }, refusal: 400 },
  forgot: { path: '/api/auth/request-password-reset', form: { email: 'nino@example.com' }, refusal: 400 },
  reset: { path: '/api/Auth/reset-password', form: { token: 'x'.repeat(43), newPassword: 'Night-Guest-2' }, refusal: 400 },
  profile: { path: '/api/auth/me', method: 'PUT', form: profileForm, refusal: 400, isSignedIn: true },
  'change password': {
    path: '/api/auth/change-password',
    form: { currentPassword: 'Night-Guest-1', newPassword: 'Night-Guest-2' },
    refusal: 422,
    isSignedIn: true,
  },
  'delete account': { path: '/api/auth/delete-account', form: { password: 'Wrong-Guess-1' }, refusal: 422, isSignedIn: true },
};

export const send = (app: TestApp, { path, method = 'POST', isSignedIn = false }: Call, body: unknown, bearer: string) =>
  rawCall(app.url, path, { method, body, ...(isSignedIn ? { bearer } : {}) });

/** Every refusal has a message and reveals nothing about the implementation. */
export function expectPlainRefusal({ status, body }: RawAnswer, said: string): void {
  expect(status, said).toBeGreaterThanOrEqual(400);
  expect(body, said).toMatchObject({ message: expect.stringMatching(/\S/), code: expect.stringMatching(/^[a-z_]+$/) });
  for (const [field, key] of Object.entries(body['errors'] ?? {})) {
    expect(field, said).toMatch(/^\w+$/);
    expect(key, said).toMatch(/^validation\.\w+$/);
  }
  expect(JSON.stringify(body), said).not.toMatch(/at .*\.ts|select |insert |node_modules/i);
}

/** Fields that are validated as a pair: an accepted one may leave its partner wrong. */
const partners: Record<string, string> = { password: 'confirmPassword', newPassword: 'currentPassword', country: 'personalNumber' };

// Characters that cannot be stored are refused before any field is validated (wire contract, rule 8).
const REFUSED_ANYWHERE = new Set(['a control character', 'a lone surrogate']);

/** Sends a form with a hostile value in one field after the other. */
export async function sendHostileFields(call: Call, pairsOf: PairsOf): Promise<void> {
  const app = await startTestApp();
  const { accessToken } = await createUser(app.ctx, { email: 'signed.in@example.com' });
  for (const [field, [what, value]] of pairsOf(Object.keys(call.form), Object.entries(hostile))) {
    const answer = await send(app, call, { ...call.form, [field]: value }, accessToken);
    const said = `${field}: ${what} → ${answer.status} ${JSON.stringify(answer.body)}`;
    expect(answer.status, said).toBeLessThan(500);
    if (answer.status !== 200) expectPlainRefusal(answer, said);
    if (REFUSED_ANYWHERE.has(what)) expect([answer.status, answer.body['code']], said).toEqual([400, 'invalid_characters']);
    else if (answer.body['errors']) {
      expect(answer.status, said).toBe(call.refusal);
      expect([field, partners[field]], said).toEqual(expect.arrayContaining(Object.keys(answer.body['errors']).slice(0, 1)));
    }
  }
}
