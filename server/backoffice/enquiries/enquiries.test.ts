import { expect, test } from 'vitest';
import { enquiries } from '#server/backoffice/backoffice.table.ts';
import { mails } from '#server/platform/platform.table.ts';
import { runDueJobs } from '#server/registry.ts';
import { joinEnquiry } from '#shared/enquiries/enquiry-fields.ts';
import { ApiError } from '#shared/errors.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { readMime, textOf } from '#tests/setup/mime.ts';
import { startSmtp } from '#tests/setup/smtp.ts';

const rental = joinEnquiry('rental', { name: 'Nino', email: 'nino@example.com', eventDescription: 'A birthday\nfor 80 people' });
const dj = joinEnquiry('dj', {
  fullName: 'Ana B',
  stageName: 'DJ <b>Ana</b>',
  socialLink: 'https://social.example/ana?a=1&b=2',
  musicLink: 'https://music.example/ana',
  motivation: 'დიდი სურვილი',
});

async function startWithSmtp() {
  const smtp = await startSmtp();
  const app = await startTestApp({ env: { SMTP_URL: smtp.url, CONTACT_EMAIL: 'Rkali <hello@rkali.example>' } });
  return { ...app, smtp };
}

test('a rental enquiry is stored and reaches the venue, and a reply reaches the visitor [§7.rental-mail]', async () => {
  const { api, ctx, deps, smtp } = await startWithSmtp();
  expect(await api().enquiries.rental({ body: rental })).toEqual({});
  expect(await ctx.db.select().from(enquiries)).toMatchObject([{ kind: 'rental', body: rental, state: 'new', createdAt: ctx.clock.now() }]);

  await runDueJobs(deps);
  expect(smtp.received.map(({ to }) => to)).toEqual([['hello@rkali.example']]);
  const mail = readMime(smtp.received[0]?.raw ?? Buffer.alloc(0));
  expect(mail.headers.get('subject')).toEqual(['Rental request from Nino']);
  expect(mail.headers.get('reply-to')).toEqual(['nino@example.com']);
  expect(textOf(mail, 'text/plain')).toContain('Name: Nino\nEmail: nino@example.com\nEvent Description:\nA birthday\nfor 80 people');
  expect(textOf(mail, 'text/html')).toContain('A birthday<br>for 80 people');
});

test('a DJ request reaches the venue with its markup harmless [§7.dj-mail]', async () => {
  const { api, deps, smtp } = await startWithSmtp();
  expect(await api().enquiries.dj({ body: dj })).toEqual({});
  await runDueJobs(deps);
  const mail = readMime(smtp.received[0]?.raw ?? Buffer.alloc(0));
  expect(mail.headers.get('subject')).toEqual(['DJ request from Ana B']);
  const html = textOf(mail, 'text/html');
  expect(html).toContain('DJ &lt;b&gt;Ana&lt;/b&gt;');
  expect(html).toContain('https://social.example/ana?a=1&amp;b=2');
  expect(html).not.toContain('<b>');
  expect(textOf(mail, 'text/plain')).toContain('Motivation: დიდი სურვილი');
});

test('a text joined in another way arrives as it is', async () => {
  const { api, deps, smtp } = await startWithSmtp();
  await api().enquiries.rental({ body: 'Is the 5th free? nino@example.com' });
  await runDueJobs(deps);
  const mail = readMime(smtp.received[0]?.raw ?? Buffer.alloc(0));
  expect(mail.headers.get('subject')).toEqual(['Rental request']);
  expect(mail.headers.get('reply-to')).toEqual(['hello@rkali.example']);
  expect(textOf(mail, 'text/plain')).toContain('Message: Is the 5th free? nino@example.com');
});

test('line breaks in a name and an address list cannot add headers or recipients', async () => {
  const { api, deps, smtp } = await startWithSmtp();
  const name = 'Nino\r\nBcc: thief@example.com\r\n\r\n<script>alert(1)</script>';
  const email = 'nino@example.com, thief@example.com\r\nX-Injected: yes';
  await api().enquiries.rental({ body: joinEnquiry('rental', { name, email, eventDescription: 'x' }) });
  await runDueJobs(deps);
  const [received] = smtp.received;
  const mail = readMime(received?.raw ?? Buffer.alloc(0));
  expect(received?.to).toEqual(['hello@rkali.example']);
  expect(mail.headers.get('subject')).toEqual(['Rental request from Nino Bcc: thief@example.com <script>alert(1)</script>']);
  expect(mail.headers.get('reply-to')).toEqual(['hello@rkali.example']);
  expect(mail.headers.has('bcc')).toBe(false);
  expect(mail.headers.has('x-injected')).toBe(false);
  expect(textOf(mail, 'text/html')).not.toContain('<script>');
});

test('the longest enquiry is taken, one character more is not', async () => {
  const { api, ctx } = await startTestApp();
  await api().enquiries.rental({ body: 'x'.repeat(10_000) });
  await expect(api().enquiries.rental({ body: 'x'.repeat(10_001) })).rejects.toMatchObject({
    status: 400,
    body: { code: 'invalid_input' },
  });
  expect(await ctx.db.select().from(enquiries)).toHaveLength(1);
});

test.each([
  '',
  ' \n\t ',
  'Name: ',
  'Name: ||Email: ||Event Description: ',
  'Name: Nino||Email:   ||Event Description: A birthday',
  'Nino||nino@example.com|| ',
  'Name: \u200B||Email: nino@example.com||Event Description: A birthday',
])('the enquiry %j with a blank part is refused and leaves nothing [§5.rental-form §5.dj-form]', async (body) => {
  const { api, ctx } = await startTestApp();
  const refused = { status: 400, body: { code: 'invalid_input', message: 'Bad Request. Please check your input.' } };
  await expect(api().enquiries.rental({ body })).rejects.toMatchObject(refused);
  expect(await ctx.db.select().from(enquiries)).toEqual([]);
  expect(await ctx.db.select().from(mails)).toEqual([]);
});

test.each(['{"name":"x"}', '["x"]', '17', 'null', 'true', '"unfinished', ''])('the body %s is refused', async (body) => {
  const { url, ctx } = await startTestApp();
  const response = await fetch(`${url}/api/email/DJRequest`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  expect(response.status).toBe(400);
  expect(await response.json()).toHaveProperty('message');
  expect(await ctx.db.select().from(enquiries)).toEqual([]);
});

test('control characters are refused', async () => {
  const { api } = await startTestApp();
  await expect(api().enquiries.dj({ body: 'a\u0000b' })).rejects.toMatchObject({ status: 400, body: { code: 'invalid_characters' } });
});

test('one address may write ten times an hour', async () => {
  const { api, ctx } = await startTestApp({ env: { RATE_LIMIT_SCALE: '1' } });
  for (let time = 0; time < 10; time++) await api().enquiries.rental({ body: `Enquiry ${time}` });
  const refused = await api()
    .enquiries.rental({ body: 'One more' })
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ApiError);
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  expect(await ctx.db.select().from(enquiries)).toHaveLength(10);
});

test('the same key brings the same enquiry once', async () => {
  const { api, ctx } = await startTestApp();
  const send = () => api().enquiries.rental({ body: rental }, { idempotencyKey: 'a-key-of-the-form' });
  expect(await send()).toEqual({});
  expect(await send()).toEqual({});
  expect(await ctx.db.select().from(enquiries)).toHaveLength(1);
  expect(await ctx.db.select().from(mails)).toHaveLength(1);
});

test('the same words are a new enquiry ten minutes later, and another kind of one at once', async () => {
  const app = await startTestApp();
  const body = 'Is the 5th free?';
  await app.api().enquiries.rental({ body });
  await app.api().enquiries.dj({ body });
  expect(await app.ctx.db.$count(enquiries)).toBe(2);
  app.clock.advanceMinutes(9);
  await app.api().enquiries.rental({ body });
  expect(await app.ctx.db.$count(enquiries)).toBe(2);
  app.clock.advanceMinutes(1);
  await app.api().enquiries.rental({ body });
  expect(await app.ctx.db.$count(enquiries)).toBe(3);
});
