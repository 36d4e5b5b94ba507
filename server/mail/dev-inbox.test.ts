import { expect, test } from 'vitest';
import { startTestApp } from '#tests/setup/app.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createPaidOrder } from '#tests/factories/paid-orders.ts';
import { createUser } from '#tests/factories/users.ts';
import { queueMail } from './mail.service.ts';

const hostile = '<script>alert(1)</script>"><img src=x onerror=alert(1)>';

test('a developer sees every mail, newest first', async () => {
  const { api, url } = await startTestApp();
  await api().enquiries.rental({ body: 'First' });
  await api().enquiries.dj({ body: 'Second' });
  const response = await fetch(`${url}/dev/mail`);
  const page = await response.text();
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(page.indexOf('/dev/mail/2')).toBeGreaterThan(0);
  expect(page.indexOf('/dev/mail/2')).toBeLessThan(page.indexOf('/dev/mail/1'));
});

test('an empty inbox says so', async () => {
  const { url } = await startTestApp();
  expect(await (await fetch(`${url}/dev/mail`)).text()).toContain('No mail yet.');
});

test('a mail is shown in a sandbox, with its pictures inside and nothing it says taken as markup', async () => {
  const { ctx, url } = await startTestApp();
  const user = await createUser(ctx);
  const event = await createEvent(ctx, { nameLat: hostile });
  const order = await createPaidOrder(ctx, { userId: user.id, lines: [{ eventId: event.id, basketId: event.basketId }] });
  await queueMail(ctx, { key: 'ticket:1', kind: 'ticket', recipient: user.email, language: 'en', payload: { orderId: order.id } });
  const response = await fetch(`${url}/dev/mail/1`);
  const page = await response.text();
  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'unsafe-inline'; img-src data:;/);
  expect(page).toContain('<iframe title="HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="');
  expect(page).toContain('data:image/png;base64,');
  expect(page).not.toContain('cid:');
  expect(page).not.toContain('<script');
  expect(page).not.toContain('<img src=x');
});

test('a reset mail can be read after it was written to a file', async () => {
  const { ctx, url } = await startTestApp();
  await queueMail(ctx, {
    key: 'reset:1',
    kind: 'password-reset',
    recipient: 'nino@example.com',
    language: 'ka',
    payload: { token: 'tok-en_1' },
  });
  expect(await (await fetch(`${url}/dev/mail/1`)).text()).toContain('/change_password?token=tok-en_1');
});

test.each(['2', '0', '-1', 'x', '1e999', '99999999999999999999'])('/dev/mail/%s is not found', async (id) => {
  const { url } = await startTestApp();
  const response = await fetch(`${url}/dev/mail/${id}`);
  expect(response.status).toBe(404);
});

test('production has no such inbox', async () => {
  const { ctx, url } = await startTestApp({ env: { NODE_ENV: 'production', PAYMENTS: 'fake', MAIL: 'files', RATE_LIMIT_SCALE: '1' } });
  await queueMail(ctx, {
    key: 'reset:1',
    kind: 'password-reset',
    recipient: 'nino@example.com',
    language: 'en',
    payload: { token: 'tok-en_1' },
  });
  for (const path of ['/dev/mail', '/dev/mail/1']) {
    const response = await fetch(url + path);
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain('tok-en_1');
  }
});
