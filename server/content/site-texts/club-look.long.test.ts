import sharp from 'sharp';
import { expect, test } from 'vitest';
import { queueMail } from '#server/platform/mail/mail.service.ts';
import { auditEntries } from '#server/platform/platform.table.ts';
import { runDueJobs } from '#server/registry.ts';
import { setClub } from '#tests/factories/club-settings.ts';
import { refusal } from '#tests/factories/event-fields.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createPaidOrder } from '#tests/factories/paid-orders.ts';
import { createAdmin, createUser } from '#tests/factories/users.ts';
import { readMime, textOf } from '#tests/setup/mime.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { startSmtp } from '#tests/setup/smtp.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><path d="M0 0h45v30H0z"/></svg>';
const LOOK = { 'club:colour': '#FF5A1F', 'club:text_colour': 'ffffff', 'club:logo': `<?xml version="1.0"?>\n${LOGO}\n` };

const htmlElement = async ({ url }: TestApp, path: string) => /<html[^>]*>/.exec(await (await fetch(url + path)).text())?.[0];

async function save(app: TestApp, key: string, value: string) {
  const { siteTexts } = app.api((await createAdmin(app.ctx)).accessToken);
  return refusal(siteTexts.save({ body: { changes: [{ key, language: 'all', value, version: 0 }] } }));
}

test('a club that chose nothing has the pages of the style sheet, and no logo', async () => {
  const app = await startTestSite();
  expect(await htmlElement(app, '/')).toBe('<html lang="en">');
  expect(await htmlElement(app, '/door')).toBe('<html lang="en" data-time-zone="Asia/Tbilisi">');
  expect((await fetch(`${app.url}/media/logo/logo.svg`)).status).toBe(404);
});

test('colours and logo are in the first answer of every page, as properties that the security policy allows', async () => {
  const app = await startTestSite();
  await setClub(app, LOOK);
  app.dropCaches();
  const version = /logo\.svg\?v=([\w-]{8})\)/.exec((await htmlElement(app, '/')) ?? '')?.[1];
  const style = `data-logo style="--club-colour:#ff5a1f;--club-text:#ffffff;--logo:url(/media/logo/logo.svg?v=${version});--logo-ratio:3.000"`;
  for (const path of ['/', '/Cart', '/staff', '/nowhere']) expect(await htmlElement(app, path)).toBe(`<html lang="en" ${style}>`);
  expect(await htmlElement(app, '/door')).toBe(`<html lang="en" data-time-zone="Asia/Tbilisi" ${style}>`);
  const { headers } = await fetch(app.url);
  expect(headers.get('content-security-policy')).toContain("style-src-attr 'unsafe-inline'");
  const page = await (await fetch(app.url)).text();
  expect(page).not.toContain('M0 0h45v30H0z');
});

test('the logo runs nothing, is kept only under the address of its version, and is a shape in one ink for mails', async () => {
  const app = await startTestApp();
  await setClub(app, { 'club:logo': LOGO });
  const address = `${app.url}/media/logo/logo.svg`;
  const { headers } = await fetch(address);
  expect(headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; style-src 'unsafe-inline'");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('cache-control')).toBe('no-cache');
  expect(await (await fetch(address)).text()).toBe(LOGO);

  for (const [ink, value] of [
    ['coal', 11],
    ['bone', 243],
  ] as const) {
    const answer = await fetch(`${app.url}/media/logo/${ink}.png`);
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const { data, info } = await sharp(await answer.bytes())
      .raw()
      .toBuffer({ resolveWithObject: true });
    const pixel = (x: number) => [...data.subarray(x * 4, x * 4 + 4)];
    expect([info.width, info.height, info.channels]).toEqual([240, 80, 4]);
    expect([pixel(10)[0], pixel(10)[3], pixel(230)[3]]).toEqual([value, 255, 0]);
  }
  expect((await fetch(`${app.url}/media/logo/red.png`)).status).toBe(404);
});

test('mails have the colour and the logo, with the name for those who see no pictures', async () => {
  const smtp = await startSmtp();
  const app = await startTestApp({ env: { SMTP_URL: smtp.url, PUBLIC_URL: 'https://club.example' } });
  await setClub(app, LOOK);
  const { id: userId } = await createUser(app.ctx);
  const { id: eventId, ticketTypeId } = await createEvent(app.ctx);
  const { id: orderId } = await createPaidOrder(app.ctx, { userId, lines: [{ eventId, ticketTypeId }] });
  await queueMail(app.ctx, { key: 'a', kind: 'password-reset', recipient: 'nino@example.com', language: 'en', payload: { token: 'abc' } });
  await queueMail(app.ctx, { key: 'b', kind: 'ticket', recipient: 'nino@example.com', language: 'ka', payload: { orderId } });
  await runDueJobs(app.deps);
  const mails = smtp.received.map(({ raw }) => textOf(readMime(raw), 'text/html'));
  const reset = mails.find((html) => html.includes('<html lang="en">'));
  const ticket = mails.find((html) => html.includes('<html lang="ka">'));
  expect(reset).toContain('bgcolor="#ff5a1f"');
  expect(reset).toMatch(/<img src="https:\/\/club\.example\/media\/logo\/coal\.png\?v=[\w-]{8}" width="120" height="40" alt="Rkali"/);
  expect(ticket).toMatch(
    /<img src="https:\/\/club\.example\/media\/logo\/(coal|bone)\.png\?v=[\w-]{8}" width="120" height="40" alt="რკალი"/,
  );
});

test.each([
  ['club:colour', 'red', 'validation.colour'],
  ['club:colour', '#d6082f', 'validation.colour_dark'],
  ['club:text_colour', '#222222', 'validation.colour_dark'],
  ['club:logo', LOGO.replace('<path', '<script>alert(1)</script><path'), 'validation.logo'],
  ['club:logo', LOGO.replace('0 0 90 30', '0 0 90 9'), 'validation.logo_shape'],
  ['club:logo', LOGO.replace('M0 0h45v30H0z', 'M0 0h90v30H0z'), 'validation.logo_empty'],
  ['club:logo', LOGO.replace('M0 0h45v30H0z', ''), 'validation.logo_empty'],
  ['club:logo', LOGO.replace('30"', '30" width="1e9" height="1e9"').replace('M0', 'x'), 'validation.logo_empty'],
])('%s cannot be %s', async (key, value, problem) => {
  const app = await startTestApp();
  expect(await save(app, key, value)).toMatchObject({ code: 'invalid_fields', errors: { [`${key} all`]: problem } });
});

test('a change of the look is in the activity log, and the standard comes back', async () => {
  const app = await startTestApp();
  await setClub(app, { 'club:colour': '#ff5a1f' });
  expect(app.deps.venue().colour).toBe('#ff5a1f');
  expect(await app.ctx.db.select().from(auditEntries)).toMatchObject([
    { action: 'words.change', subject: 'words club:colour all', detail: { before: null, after: '#ff5a1f' } },
  ]);
  const { siteTexts } = app.api((await createAdmin(app.ctx)).accessToken);
  await siteTexts.save({ body: { changes: [{ key: 'club:colour', language: 'all', value: '#F5E51B', version: 1 }] } });
  const { texts } = await siteTexts.list();
  expect(texts.find(({ key }) => key === 'club:colour')).toMatchObject({ value: '#f5e51b', standard: '#f5e51b', version: 2 });
});
