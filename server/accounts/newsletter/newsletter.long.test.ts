import { expect, test } from 'vitest';
import { resealKeptKeys } from '#server/platform/kept-keys.ts';
import { consentOf, createSubscriber } from '#tests/factories/newsletter.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { rawCall } from '#tests/setup/raw-call.ts';
import { unsubscribeUrl } from './unsubscribe-token.ts';

const NOBODY = { since: null, language: null };

/** The unsubscribe link, at this test's server. */
const linkOf = (app: TestApp, userId: number, language: 'en' | 'ka' = 'en'): string => {
  const { pathname, search } = new URL(unsubscribeUrl(app.ctx, userId, language));
  return `${app.url}${pathname}${search}`;
};
/** Sends what a mail program sends for its user (RFC 8058): a form without a cookie, from any address. */
const oneClick = (url: string) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site', origin: 'https://mail.example' },
    body: 'List-Unsubscribe=One-Click',
  });

test('nobody has said yes at first; a yes is stored with moment and language, and a repeated one keeps them', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx, { emailProvedAt: app.clock.now() });
  const api = app.api(guest.accessToken);
  expect(await api.accounts.me()).toMatchObject({ wantsNewsletter: false });
  const answer = await rawCall(app.url, '/api/auth/me/newsletter?lang=ka', {
    method: 'PUT',
    bearer: guest.accessToken,
    body: { isWanted: true },
  });
  expect([answer.status, answer.body]).toEqual([200, { isWanted: true }]);
  const first = { since: app.clock.now(), language: 'ka' };
  app.clock.advanceMinutes(5);
  await api.newsletter.choose({ body: { isWanted: true } });
  expect(await consentOf(app, guest.id)).toEqual(first);
  expect(await api.accounts.me()).toMatchObject({ wantsNewsletter: true });
  await api.newsletter.choose({ body: { isWanted: false } });
  await api.newsletter.choose({ body: { isWanted: false } });
  expect(await consentOf(app, guest.id)).toEqual(NOBODY);
});

test('a visitor, an address that is not proved and another body are refused', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  const api = app.api(guest.accessToken);
  await expect(app.api().newsletter.choose({ body: { isWanted: true } })).rejects.toMatchObject({ status: 401 });
  await expect(api.newsletter.choose({ body: { isWanted: true } })).rejects.toMatchObject({ body: { code: 'email_not_proved' } });
  expect(await consentOf(app, guest.id)).toEqual(NOBODY);
  const wrong = await rawCall(app.url, '/api/auth/me/newsletter', { method: 'PUT', bearer: guest.accessToken, body: { isWanted: 'yes' } });
  expect(wrong.body).toMatchObject({ code: 'invalid_input' });
});

test('a yes that may wait is stored for an address that is not proved, with moment and language, and can be taken back', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  const api = app.api(guest.accessToken);
  const choose = (body: object) => rawCall(app.url, '/api/auth/me/newsletter?lang=ka', { method: 'PUT', bearer: guest.accessToken, body });
  expect((await choose({ isWanted: true, mayWait: false })).body).toMatchObject({ code: 'email_not_proved' });
  expect(await consentOf(app, guest.id)).toEqual(NOBODY);
  const answer = await choose({ isWanted: true, mayWait: true });
  expect([answer.status, answer.body]).toEqual([200, { isWanted: true }]);
  expect(await consentOf(app, guest.id)).toEqual({ since: app.clock.now(), language: 'ka' });
  expect(await api.accounts.me()).toMatchObject({ wantsNewsletter: true, isEmailProved: false });
  await api.newsletter.choose({ body: { isWanted: false } });
  expect(await consentOf(app, guest.id)).toEqual(NOBODY);
});

test('opening the link out changes nothing; its form takes the yes back, again and again', async () => {
  const app = await startTestApp();
  const { id } = await createSubscriber(app);
  const link = linkOf(app, id);
  const page = await fetch(link);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*form-action 'self'/);
  const html = await page.text();
  expect(html).toContain('Unsubscribe from the newsletter?');
  expect(html.match(/<button/g)).toHaveLength(1);
  expect(html).not.toContain('<script');
  const style = await fetch(`${app.url}/unsubscribe/style`);
  expect(style.headers.get('content-type')).toBe('text/css; charset=utf-8');
  expect((await style.text()).match(/url\('data:font\/woff2;base64,d09GM/g)?.length).toBeGreaterThan(5);
  expect((await fetch(link, { method: 'HEAD' })).status).toBe(200);
  expect((await consentOf(app, id))?.since).toEqual(app.clock.now());
  for (const _ of [1, 2]) {
    const done = await fetch(link, { method: 'POST', body: new URLSearchParams() });
    expect(done.status).toBe(200);
    expect(await done.text()).toContain('You’re unsubscribed');
    expect(await consentOf(app, id)).toEqual(NOBODY);
  }
});

test('one click in a mail program takes the yes back, as a form of either type or without a body', async () => {
  const app = await startTestApp();
  const multipart = new FormData();
  multipart.set('List-Unsubscribe', 'One-Click');
  for (const send of [
    oneClick,
    (url: string) => fetch(url, { method: 'POST', body: multipart }),
    (url: string) => fetch(url, { method: 'POST' }),
  ]) {
    const { id } = await createSubscriber(app);
    expect((await send(linkOf(app, id))).status).toBe(200);
    expect(await consentOf(app, id)).toEqual(NOBODY);
  }
});

test('a link that is not ours gets the same answers, and takes nobody’s yes back', async () => {
  const app = await startTestApp();
  const { id } = await createSubscriber(app);
  const other = await createSubscriber(app);
  const link = linkOf(app, id);
  const forged = link.replace(`/${id}.`, `/${other.id}.`);
  const [done, page] = [await (await oneClick(link)).text(), await (await fetch(link)).text()];
  for (const wrong of [forged, link.replace(/.(?=\?)/, '!'), `${app.url}/unsubscribe/-?lang=en`, `${app.url}/unsubscribe/0.x?lang=en`]) {
    const answer = await oneClick(wrong);
    expect([answer.status, await answer.text()]).toEqual([200, done]);
    expect(await (await fetch(wrong)).text()).toBe(page);
  }
  expect((await consentOf(app, other.id))?.since).toEqual(app.clock.now());
  expect(await (await fetch(linkOf(app, id, 'ka'))).text()).toContain('<html lang="ka">');
});

test('a link stays good when the secret is replaced and the old one is gone', async () => {
  const [old, next] = ['an old secret of at least 32 letters', 'a new secret of at least 32 letters.'];
  const app = await startTestApp({ env: { SECRET: old } });
  const { id } = await createSubscriber(app);
  const { pathname } = new URL(unsubscribeUrl(app.ctx, id, 'en'));
  const databaseUrl = app.deps.env.databaseUrl ?? '';
  const both = await startTestApp({ databaseUrl, clock: app.clock, env: { SECRET: `${next},${old}` } });
  await resealKeptKeys(both.ctx);
  const after = await startTestApp({ databaseUrl, clock: app.clock, env: { SECRET: next } });
  await oneClick(`${after.url}${pathname}`);
  expect(await consentOf(app, id)).toEqual(NOBODY);
});

test('a deleted account has no yes, and its link does nothing', async () => {
  const app = await startTestApp();
  const { id, accessToken, password } = await createSubscriber(app);
  expect((await rawCall(app.url, '/api/auth/delete-account', { bearer: accessToken, body: { password } })).status).toBe(200);
  expect(await consentOf(app, id)).toEqual(NOBODY);
  expect((await oneClick(linkOf(app, id))).status).toBe(200);
});
