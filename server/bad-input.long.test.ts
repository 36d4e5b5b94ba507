import { expect, test } from 'vitest';
import {
  endpoints,
  expectPolite,
  json,
  sendHostileBodies,
  sendHostileIds,
  sendHostileValues,
  startWithAdmin,
  urlWith,
} from '#tests/contract/hostile-calls.ts';
import { everyTenthPair } from '#tests/contract/pairs.ts';

test('hostile ids and numbers in addresses are refused, never an accident', () => sendHostileIds(everyTenthPair));

test('hostile bodies of every call are refused, never an accident', () => sendHostileBodies(everyTenthPair));

test('hostile values in every field are refused, never an accident', () => sendHostileValues(everyTenthPair));

test('a body over the limit is 413, another content type 415, broken JSON 400', async () => {
  const { app, headers } = await startWithAdmin();
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
  const { app } = await startWithAdmin();
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
  const { app } = await startWithAdmin();
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
