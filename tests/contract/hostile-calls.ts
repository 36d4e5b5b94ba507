import { expect } from 'vitest';
import { wholeContract } from '#shared/staff-api.ts';
import type { Endpoint } from '#shared/contract.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createAdmin } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import type { PairsOf } from './pairs.ts';

export const endpoints: Endpoint[] = Object.values(wholeContract).flatMap((verbs) => Object.values(verbs));
export const withBody = endpoints.filter(({ method, shape }) => method !== 'GET' && shape.body);

export const LONG = 'x'.repeat(10_000);
const hostileValues: unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  1e308,
  '',
  ' ',
  LONG,
  '\u0000',
  '\ud800',
  "'; drop table users; --",
  '<script>alert(1)</script>',
  '‮',
  [],
  {},
  [[[]]],
  { $gt: '' },
];
const hostileIds = [
  '0',
  '-1',
  '1e999',
  '1.5',
  'NaN',
  '2147483648',
  '9007199254740991',
  '99999999999999999999',
  '%00',
  'null',
  '1;2',
  "1'",
  '../1',
  '９',
  LONG.slice(0, 200),
];
export const hostileBodies = [
  '{',
  '[',
  '"',
  'null',
  'true',
  '0',
  '1e999',
  '[]',
  '{"__proto__":{"role":"Admin"}}',
  '{"constructor":{"prototype":{}}}',
  '\u0000',
  `"${LONG}"`,
];

/** Starts a server that has an event, with the headers of an Admin. */
export async function startWithAdmin(): Promise<{ app: TestApp; headers: Record<string, string> }> {
  const app = await startTestApp();
  const { accessToken } = await createAdmin(app.ctx);
  await createEvent(app.ctx);
  return { app, headers: { authorization: `Bearer ${accessToken}` } };
}

/** Sends one request and checks the answer against the wire contract: never 5xx, and a refusal has a message. */
export async function expectPolite(app: TestApp, path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(app.url + path, init);
  const said = `${init.method ?? 'GET'} ${path.slice(0, 80)} ${String(init.body).slice(0, 80)} → ${response.status}`;
  expect(response.status, said).toBeLessThan(500);
  if (response.status >= 400) {
    const body: unknown = await response.json();
    expect(body, said).toMatchObject({ message: expect.stringMatching(/\S/), code: expect.stringMatching(/^[a-z_]+$/) });
    expect(JSON.stringify(body), said).not.toMatch(/at .*\.ts|select |node_modules/i);
  }
  return response;
}

export const json = { 'content-type': 'application/json' };
export const urlWith = (path: string, value: string): string =>
  `/api${path.replaceAll(/:\w+/g, value)}?eventId=${value}&quantity=${value}&page=${value}&limit=${value}&before=${value}`;

export async function sendHostileIds(pairsOf: PairsOf): Promise<void> {
  const { app, headers } = await startWithAdmin();
  const withNumbers = endpoints.filter(({ shape }) => shape.params ?? shape.query);
  for (const [{ method, path, shape }, id] of pairsOf(withNumbers, hostileIds)) {
    const response = await expectPolite(app, urlWith(path, encodeURIComponent(id)), { method, headers });
    if (shape.params) expect(response.status).toBeGreaterThanOrEqual(400);
  }
}

export async function sendHostileBodies(pairsOf: PairsOf): Promise<void> {
  const { app, headers } = await startWithAdmin();
  for (const [{ method, path }, body] of pairsOf(withBody, hostileBodies))
    await expectPolite(app, urlWith(path, '1'), { method, headers: { ...headers, ...json }, body });
}

export async function sendHostileValues(pairsOf: PairsOf): Promise<void> {
  const { app, headers } = await startWithAdmin();
  const fields = [
    'email',
    'password',
    'confirmPassword',
    'firstName',
    'lastName',
    'birthdate',
    'phoneNumber',
    'personalNumber',
    'country',
    'socialMediaProfileLink',
    'token',
    'newPassword',
    'isReject',
    'ticketId',
    'code',
    'scanId',
  ];
  for (const [{ method, path }, value] of pairsOf(withBody, hostileValues)) {
    const body = JSON.stringify(Object.fromEntries(fields.map((field) => [field, value])));
    await expectPolite(app, urlWith(path, '1'), { method, headers: { ...headers, ...json }, body });
  }
}
