import { expect, test } from 'vitest';
import { wholeContract } from '#shared/staff-api.ts';
import type { Endpoint } from '#shared/contract.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createAdmin } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { pairsOf } from '#tests/setup/whole.ts';

const endpoints: Endpoint[] = Object.values(wholeContract).flatMap((verbs) => Object.values(verbs));
const withBody = endpoints.filter(({ method, shape }) => method !== 'GET' && shape.body);

const LONG = 'x'.repeat(10_000);
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
const hostileBodies = [
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

async function start(): Promise<{ app: TestApp; headers: Record<string, string> }> {
  const app = await startTestApp();
  const { accessToken } = await createAdmin(app.ctx);
  await createEvent(app.ctx);
  return { app, headers: { authorization: `Bearer ${accessToken}` } };
}

/** Sends one request and checks the answer against the wire contract: never 5xx, and a refusal has a message. */
async function expectPolite(app: TestApp, path: string, init: RequestInit): Promise<Response> {
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

const json = { 'content-type': 'application/json' };
const urlWith = (path: string, value: string): string =>
  `/api${path.replaceAll(/:\w+/g, value)}?eventId=${value}&quantity=${value}&page=${value}&limit=${value}&before=${value}`;

test('hostile ids and numbers in addresses are refused, never an accident', async () => {
  const { app, headers } = await start();
  const withNumbers = endpoints.filter(({ shape }) => shape.params ?? shape.query);
  for (const [{ method, path, shape }, id] of pairsOf(withNumbers, hostileIds)) {
    const response = await expectPolite(app, urlWith(path, encodeURIComponent(id)), { method, headers });
    if (shape.params) expect(response.status).toBeGreaterThanOrEqual(400);
  }
});

test('hostile bodies of every call are refused, never an accident', async () => {
  const { app, headers } = await start();
  for (const [{ method, path }, body] of pairsOf(withBody, hostileBodies))
    await expectPolite(app, urlWith(path, '1'), { method, headers: { ...headers, ...json }, body });
});

test('hostile values in every field are refused, never an accident', async () => {
  const { app, headers } = await start();
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
});

test('a body over the limit is 413, another content type 415, broken JSON 400', async () => {
  const { app, headers } = await start();
  const huge = await expectPolite(app, '/api/auth/login', {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email: 'x'.repeat(70_000) }),
  });
  expect(huge.status).toBe(413);
  const xml = await expectPolite(app, '/api/auth/login', { method: 'POST', headers: { 'content-type': 'application/xml' }, body: '<a/>' });
  expect(xml.status).toBe(415);
  const broken = await expectPolite(app, '/api/QRCode/scan', {
    method: 'POST',
    headers: { ...headers, ...json },
    body: '{"ticketId":1e999,"isReject":fal',
  });
  expect(broken.status).toBe(400);
  const infinite = await expectPolite(app, '/api/QRCode/scan', {
    method: 'POST',
    headers: { ...headers, ...json },
    body: '{"ticketId":1e999,"isReject":false}',
  });
  expect(infinite.status).toBe(400);
});

test('a wrong method on a known address is 405 and names the right one; an unknown address is 404', async () => {
  const { app } = await start();
  for (const { method, path } of endpoints) {
    const response = await expectPolite(app, urlWith(path, '1'), { method: 'PATCH' });
    expect(response.status, path).toBe(405);
    expect(response.headers.get('allow'), path).toContain(method);
  }
  for (const path of ['/api', '/api/', '/api/nothing', '/api/Events/1/2', '/api/..%2f..%2fetc/passwd']) {
    const response = await expectPolite(app, path, {});
    expect(response.status, path).toBe(404);
  }
});

test('guarded calls answer 401 without a token and with a forged one; public calls ignore it', async () => {
  const { app } = await start();
  const forged = 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIiwicm9sZSI6IkFkbWluIn0.';
  for (const { method, path, access } of endpoints) {
    const requests: RequestInit[] = [
      { method },
      { method, headers: { authorization: forged } },
      { method, headers: { authorization: 'Bearer ' } },
    ];
    for (const init of requests) {
      const response = await expectPolite(app, urlWith(path, '1'), init);
      if (access !== 'public') expect(response.status, path).toBe(401);
      if (access === 'public' && method === 'GET') expect([200, 400, 404], path).toContain(response.status);
    }
  }
});

test('hostile input changed nothing', async () => {
  const { app, headers } = await start();
  const count = async () =>
    (
      await app.deps.database.pool.query(
        'select (select count(*) from users) u, (select count(*) from holds) h, (select count(*) from scans) s',
      )
    ).rows[0];
  const before = await count();
  for (const { method, path } of withBody)
    for (const body of hostileBodies.filter((text) => !text.startsWith(`"${LONG.slice(0, 5)}`)))
      await fetch(app.url + urlWith(path, '0'), { method, headers: { ...headers, ...json }, body });
  expect(await count()).toEqual(before);
});
