import { request } from 'node:http';
import { expect, test } from 'vitest';
import { enquiries } from '#server/backoffice/backoffice.table.ts';
import { mails } from '#server/platform/platform.table.ts';
import { joinEnquiry } from '#shared/enquiries/enquiry-fields.ts';
import { HONEYPOT } from '#shared/enquiries/honeypot.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { startTestSite } from '#tests/setup/site.ts';

const rental = { name: 'Nino', email: 'nino@example.com', eventDescription: 'A birthday\nfor 80 people' };
const dj = {
  fullName: 'ანა ბ.',
  stageName: 'DJ Ana',
  socialLink: 'https://social.example/ana?a=1&b=2',
  musicLink: 'https://music.example/ana',
  motivation: 'დიდი სურვილი || და არა მხოლოდ',
};

type Sending = { headers?: Record<string, string>; body?: string };

/** Posts the form as a browser without JavaScript does. */
async function post({ url }: TestApp, path: string, fields: Record<string, string>, { headers = {}, body }: Sending = {}) {
  const response = await fetch(url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: body ?? new URLSearchParams(fields).toString().replaceAll('%0A', '%0D%0A'),
  });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

const get = async ({ url }: TestApp, path: string) => {
  const response = await fetch(url + path);
  return { status: response.status, headers: response.headers, html: await response.text() };
};

const stored = async ({ ctx }: TestApp) => (await ctx.db.select().from(enquiries)).map(({ kind, body }) => ({ kind, body }));
const titleOf = (html: string) => /<title>(.*?)<\/title>/.exec(html)?.[1];
const valueOf = (html: string, name: string) => new RegExp(`<input[^>]*name="${name}"[^>]*value="([^"]*)"`).exec(html)?.[1];

test.each([
  ['rental', '/Rentals', rental, 'Your message has been sent successfully!'],
  ['rental', '/rentals', rental, 'Your message has been sent successfully!'],
  ['dj', '/DJs', dj, 'Your request has been sent successfully!'],
  ['dj', '/djs/', dj, 'Your request has been sent successfully!'],
] as const)('the %s form is stored and mailed when it is sent to %s without script', async (kind, path, fields, sentence) => {
  const app = await startTestSite();
  const { status, headers } = await post(app, path, fields);
  expect(status).toBe(303);
  const location = headers.get('location') ?? '';
  expect(location).toBe(`${kind === 'dj' ? '/DJs' : '/Rentals'}?sent=1#write`);
  expect(await stored(app)).toEqual([{ kind, body: joinEnquiry<typeof kind>(kind, fields) }]);
  expect(await app.ctx.db.select().from(mails)).toHaveLength(1);

  for (const _ of ['made', 'cached']) {
    const shown = await get(app, location);
    expect(shown.status).toBe(200);
    expect(shown.headers.get('cache-control')).toBe('no-store');
    expect(shown.html).toContain(sentence);
  }
  expect(await stored(app)).toHaveLength(1);
});

test('the note of a sent form is on its own page only, whichever pages were requested before', async () => {
  const app = await startTestSite();
  const note = 'Your message has been sent successfully!';
  for (const _ of ['made', 'cached']) {
    expect((await get(app, '/Rentals')).html).not.toContain(note);
    expect((await get(app, '/Rentals?sent=1')).html).toContain(note);
    expect((await get(app, '/Rentals?sent=2')).html).not.toContain(note);
    expect((await get(app, '/Rentals?unsent=1')).html).not.toContain(note);
    expect((await get(app, '/about?sent=1')).html).not.toContain('successfully');
  }
  expect((await get(app, '/Rentals?sent=1&lang=ka')).headers.get('cache-control')).toBe('no-store');
});

test('a form with mistakes comes back with its fields, what is wrong and ways to it', async () => {
  const app = await startTestSite();
  const { status, headers, html } = await post(app, '/Rentals', { ...rental, email: 'nino "at" <b>', name: ' ' });
  expect(status).toBe(422);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-security-policy')).toContain("form-action 'self'");
  expect(titleOf(html)).toBe('Error: Rent the venue · Rkali');
  expect(html).toContain('There is a problem');
  expect(html).toMatch(/<a href="#name"[^>]*>Enter your name<\/a>/);
  expect(html).toMatch(/<a href="#email"[^>]*>Enter an email address like name@example.com<\/a>/);
  expect(html).not.toContain('href="#eventDescription"');
  expect(html).toMatch(/aria-invalid="true"[^>]*aria-describedby="email-error"/);
  expect(valueOf(html, 'email')).toBe('nino &quot;at&quot; &lt;b&gt;');
  expect(html).toMatch(/<textarea[^>]*>A birthday\nfor 80 people<\/textarea>/);
  expect(await stored(app)).toEqual([]);
});

test('an empty body is a form with every field empty', async () => {
  const app = await startTestSite();
  for (const [path, fields] of [
    ['/Rentals', rental],
    ['/DJs', dj],
  ] as const) {
    const { status, html } = await post(app, path, {}, { body: '' });
    expect(status).toBe(422);
    const ways = [...html.matchAll(/<li[^>]*><a href="#(\w+)"/g)].map(([, name]) => name);
    expect(ways).toEqual(Object.keys(fields));
  }
});

test('the language is kept, from the address or from the choice made before', async () => {
  const app = await startTestSite();
  const response = await post(app, '/Rentals?lang=ka', {});
  expect(response.html).toContain('<html lang="ka">');
  expect(titleOf(response.html)).toMatch(/^შეცდომა: /);
  expect((await post(app, '/Rentals?lang=ka', rental)).headers.get('location')).toBe('/Rentals?sent=1&lang=ka#write');
  const remembered = await post(app, '/Rentals', {}, { headers: { cookie: 'lang=ka' } });
  expect(remembered.html).toContain('<html lang="ka">');
});

test('the visitor’s address is counted: the eleventh form within an hour is refused with its fields kept', async () => {
  const app = await startTestSite({ env: { RATE_LIMIT_SCALE: '1', TRUST_PROXY: '1' } });
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
  const write = (place: number, address: string) => post(app, '/Rentals', { ...rental, name: `Nino ${place}` }, from(address));
  for (let place = 0; place < 10; place++) expect((await write(place, '203.0.113.7')).status).toBe(303);
  const refused = await write(10, '203.0.113.7');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.html).toContain('Failed to send your message. Please try again later.');
  expect(valueOf(refused.html, 'name')).toBe('Nino 10');
  expect((await write(10, '203.0.113.8')).status).toBe(303);
});

test('while the database is away the form says that it failed and keeps its fields [§8.forms]', async () => {
  const app = await startTestSite({ databaseUrl: 'postgres://nobody@127.0.0.1:1/none' });
  const { status, html } = await post(app, '/DJs', dj);
  expect(status).toBe(503);
  expect(html).toContain('Failed to send your request. Please try again later.');
  expect(valueOf(html, 'stageName')).toBe('DJ Ana');
});

test.each([
  [{ 'sec-fetch-site': 'cross-site' }],
  [{ 'sec-fetch-site': 'same-site' }],
  [{ origin: 'https://stranger.example' }],
  [{ origin: 'null' }],
])('a form of another site is refused: %j', async (headers) => {
  const app = await startTestSite();
  const { status, html } = await post(app, '/Rentals', rental, { headers });
  expect(status).toBe(403);
  expect(html).toContain('Failed to send your message. Please try again later.');
  expect(await stored(app)).toEqual([]);
});

test('a form of this site is taken, by its own name or the public one', async () => {
  const app = await startTestSite({ env: { PUBLIC_URL: 'https://rkali.example' } });
  for (const origin of [app.url, 'https://rkali.example'])
    expect(
      (await post(app, '/Rentals', { ...rental, name: origin }, { headers: { origin, 'sec-fetch-site': 'same-origin' } })).status,
    ).toBe(303);
});

test.each([
  ['application/json', JSON.stringify(rental), 415],
  ['multipart/form-data; boundary=x', '--x--', 415],
  ['text/plain', 'name=Nino', 415],
  ['application/x-www-form-urlencoded', `name=${'x'.repeat(70_000)}`, 413],
  ['application/x-www-form-urlencoded; charset=utf-8', 'name=a%00b&email=a@b.ge&eventDescription=x', 400],
  ['application/x-www-form-urlencoded', '&&&=&%%%&name=%FF%FE&name=second&__proto__=x', 422],
])('a body of %s that no form sends is refused (%#)', async (type, body, expected) => {
  const app = await startTestSite();
  const { status, html } = await post(app, '/Rentals', {}, { headers: { 'content-type': type }, body });
  expect(status).toBe(expected);
  expect(html).toContain('<form');
  expect(html).not.toContain('\u0000');
  expect(await stored(app)).toEqual([]);
});

test('markup in a field stays text, in the page and in what the browser takes over from', async () => {
  const app = await startTestSite();
  const hostile = '"><script>alert(1)</script></textarea><!--';
  const { html } = await post(app, '/Rentals', { name: hostile, email: hostile, eventDescription: hostile });
  expect(html).not.toContain('<script>alert');
  expect(html).not.toContain('</textarea><!--');
});

test('the API accepts no urlencoded body, and pages without a form accept none at all', async () => {
  const app = await startTestSite();
  expect((await post(app, '/api/email/DJRequest', dj)).status).toBe(415);
  expect((await post(app, '/about', rental)).status).toBe(415);
});

test('a connection that ends in the middle of a form leaves nothing', async () => {
  const app = await startTestSite();
  const { port } = new URL(app.url);
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '500' };
  const call = request({ port, method: 'POST', path: '/Rentals', headers });
  const ended = new Promise((resolve) => call.once('close', resolve).once('error', resolve));
  call.write('name=Nino');
  call.destroy();
  await ended;
  expect((await get(app, '/Rentals')).status).toBe(200);
  expect(await stored(app)).toEqual([]);
});

test('a sender who fills in the honeypot gets the usual answer, and nothing is stored or mailed', async () => {
  const app = await startTestSite();
  const { status, headers } = await post(app, '/Rentals', { ...rental, [HONEYPOT]: 'Cheap pills' });
  expect([status, headers.get('location')]).toEqual([303, '/Rentals?sent=1#write']);
  expect(await app.api().enquiries.dj({ body: joinEnquiry('dj', dj), [HONEYPOT]: 'x' })).toEqual({});
  expect(await stored(app)).toEqual([]);
  expect(await app.ctx.db.select().from(mails)).toEqual([]);
});

test('the honeypot is hidden from people and from their tools', async () => {
  const app = await startTestSite();
  for (const path of ['/Rentals', '/DJs']) {
    const { html } = await get(app, path);
    const honeypot = /<p aria-hidden="true" class="sr-only"><label[^>]*>[^<]+<\/label><input[^>]*>/.exec(html)?.[0];
    for (const attribute of [`name="${HONEYPOT}"`, 'tabindex="-1"', 'autoComplete="off"']) expect(honeypot).toContain(attribute);
  }
});

const sendAtOnce = (app: TestApp) =>
  Promise.all(
    Array.from({ length: 20 }, (_, place) =>
      place % 2 === 0 ? app.api().enquiries.rental({ body: joinEnquiry('rental', rental) }) : post(app, '/Rentals', rental),
    ),
  );

test('an enquiry sent many times at once, with and without script, by two processes, is stored and mailed once [§7.rental-mail]', async () => {
  const app = await startTestSite();
  const other = await startTestApp({ databaseUrl: app.deps.env.databaseUrl ?? '', clock: app.clock });
  await Promise.all([
    sendAtOnce(app),
    ...Array.from({ length: 10 }, () => other.api().enquiries.rental({ body: joinEnquiry('rental', rental) })),
  ]);
  expect(await stored(app)).toHaveLength(1);
  expect(await app.ctx.db.select().from(mails)).toHaveLength(1);
});

test('control: without the guard it is stored as often as it is sent', async () => {
  const app = await startTestSite({ without: 'enquiryOnce' });
  await sendAtOnce(app);
  expect((await stored(app)).length).toBeGreaterThan(1);
});
