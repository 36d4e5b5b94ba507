import { eq, like } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { events } from '#server/content/content.table.ts';
import { mails } from '#server/platform/platform.table.ts';
import { runDueJobs } from '#server/registry.ts';
import { changeTicket, openSoldEvent } from '#tests/factories/holders.ts';
import { countEndings, startBeside } from '#tests/factories/purchases.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { readMime, textOf } from '#tests/setup/mime.ts';
import { startSmtp } from '#tests/setup/smtp.ts';
import { sendAnnouncements } from './announcements.jobs.ts';

const texts = {
  subject: 'კარი გვიან იღება',
  subjectLat: 'Doors open late',
  body: 'კარი ერთ საათში იღება.\n\nბოდიში.',
  bodyLat: 'Doors open an hour later.\n\nSorry <b>everybody</b>.',
};

/** A sold event with three holders and a mail server; `pass` advances the clock, runs the job and returns the sent mails. */
async function open() {
  const smtp = await startSmtp();
  const app = await startTestApp({ env: { SMTP_URL: smtp.url, PUBLIC_URL: 'https://rkali.example' } });
  const event = await openSoldEvent(app);
  await runDueJobs(app.deps);
  const desk = event.api.staffAnnouncements;
  const pass = async (minutes: number) => {
    smtp.received.length = 0;
    app.clock.advanceMinutes(minutes);
    await sendAnnouncements.run(app.ctx, {});
    await runDueJobs(app.deps);
    return smtp.received.map(({ to, raw }) => ({ to: to.join(), mail: readMime(raw) }));
  };
  return { ...event, app, desk, pass };
}

test('a message goes to each holder once, in the own language, a minute after it was sent, with the tickets it is about', async () => {
  const { app, id, desk, pass, english, georgian, invited } = await open();
  const planned = await desk.plan({ id, body: { ...texts, sendAt: null } }, { idempotencyKey: 'one' });
  await desk.plan({ id, body: { ...texts, sendAt: null } }, { idempotencyKey: 'one' });
  expect(planned).toMatchObject({ people: 3, items: [{ state: 'planned', recipients: null, subjectLat: 'Doors open late' }] });
  expect(await pass(0)).toEqual([]);
  const sent = await pass(1);
  expect(sent.map(({ to }) => to).toSorted()).toEqual([english.email, georgian.email, invited].toSorted());
  const [en, ka] = [english.email, georgian.email].map((address) => sent.find(({ to }) => to === address)?.mail);
  if (!en || !ka) throw new Error('Somebody got no message.');
  expect(en.headers.get('subject')).toEqual(['Doors open late']);
  expect(ka.headers.get('subject')).toEqual(['კარი გვიან იღება']);
  const text = textOf(en, 'text/plain');
  expect(text).toContain('Doors open an hour later.\n\nSorry <b>everybody</b>.');
  expect(text).toContain(String(english.ticketId));
  expect(textOf(en, 'text/html')).toContain('Sorry &lt;b&gt;everybody&lt;/b&gt;.');
  expect(await pass(5)).toEqual([]);
  expect(await desk.list({ id })).toMatchObject({ items: [{ state: 'sent', recipients: 3 }] });
  expect(await app.ctx.db.$count(mails, like(mails.key, 'announcement:%'))).toBe(3);
});

test.each([
  [
    'English',
    { subject: '', body: '' },
    'Doors open late',
    'ეს შეტყობინება მხოლოდ ინგლისურად არის.\n\nDoors open an hour later.',
    'georgian',
  ],
  [
    'Georgian',
    { subjectLat: '', bodyLat: '' },
    'კარი გვიან იღება',
    'This message is only available in Georgian.\n\nკარი ერთ საათში იღება.',
    'english',
  ],
] as const)(
  'a message in %s alone reaches readers of the other language below a line that says so',
  async (_name, left, subject, body, reader) => {
    const { id, desk, pass, ...holders } = await open();
    const preview = await desk.preview({ id, body: { ...texts, ...left } });
    expect([preview.ka.subject, preview.en.subject]).toEqual([subject, subject]);
    await desk.plan({ id, body: { ...texts, ...left, sendAt: null } });
    const mail = (await pass(1)).find(({ to }) => to === holders[reader].email)?.mail;
    if (!mail) throw new Error('Nobody got the message.');
    expect(mail.headers.get('subject')).toEqual([subject]);
    expect(textOf(mail, 'text/plain')).toContain(body);
  },
);

test('a Georgian subject without its text is refused at the field, as the English one is', async () => {
  const { id, desk } = await open();
  for (const left of [{ body: ' ' }, { bodyLat: ' ' }])
    await expect(desk.preview({ id, body: { ...texts, ...left } })).rejects.toMatchObject({
      status: 422,
      body: { code: 'invalid_fields', errors: { [Object.keys(left)[0] ?? '']: 'validation.announcement_body' } },
    });
});

test('a language that is begun needs its subject and its text, and one must be there', async () => {
  const { id, desk } = await open();
  const errorsOf = (left: object) =>
    desk.preview({ id, body: { ...texts, ...left } }).then(
      () => undefined,
      ({ body }: { body: { errors?: object } }) => body.errors,
    );
  expect(await errorsOf({ bodyLat: ' ' })).toEqual({ bodyLat: 'validation.announcement_body' });
  expect(await errorsOf({ subject: '' })).toEqual({ subject: 'validation.announcement_subject' });
  expect(Object.keys((await errorsOf({ subject: '', subjectLat: '', body: '', bodyLat: '' })) ?? {}).toSorted()).toEqual([
    'body',
    'bodyLat',
    'subject',
    'subjectLat',
  ]);
});

test('two servers that send at once send one mail to each', async () => {
  const { app, id, desk } = await open();
  const beside = await startBeside(app);
  await desk.plan({ id, body: { ...texts, sendAt: null } });
  app.clock.advanceMinutes(1);
  await Promise.all([sendAnnouncements.run(app.ctx, {}), sendAnnouncements.run(beside.ctx, {}), sendAnnouncements.run(app.ctx, {})]);
  expect(await app.ctx.db.$count(mails, like(mails.key, 'announcement:%'))).toBe(3);
});

test('a message that is stopped goes to nobody, and one that has left cannot be stopped', async () => {
  const { id, desk, pass } = await open();
  const [first] = (await desk.plan({ id, body: { ...texts, sendAt: null } })).items;
  await desk.cancel({ id: first?.id ?? 0 });
  expect(await pass(2)).toEqual([]);
  const [second] = (await desk.plan({ id, body: { ...texts, sendAt: null } })).items;
  expect(await pass(2)).toHaveLength(3);
  await expect(desk.cancel({ id: second?.id ?? 0 })).rejects.toMatchObject({ body: { code: 'conflict' } });
  expect((await desk.list({ id })).items.map(({ state }) => state)).toEqual(['sent', 'cancelled']);
});

test('a holder who gave the ticket back or came in before it leaves gets no message', async () => {
  const { app, id, desk, pass, english, georgian, invited } = await open();
  await desk.plan({ id, body: { ...texts, sendAt: null } });
  await changeTicket(app, english.ticketId, { state: 'refunded' });
  await changeTicket(app, georgian.ticketId, { usedAt: app.clock.now() });
  expect((await pass(1)).map(({ to }) => to)).toEqual([invited]);
});

test('a message that waits when the event is withdrawn is not sent', async () => {
  const { app, id, desk, pass } = await open();
  await desk.plan({ id, body: { ...texts, sendAt: null } });
  await app.ctx.db.update(events).set({ state: 'draft' }).where(eq(events.id, id));
  expect(await pass(1)).toEqual([]);
  expect((await desk.list({ id })).items).toMatchObject([{ state: 'missed' }]);
});

test('a test goes to the writer alone, in both languages, and a preview to nobody', async () => {
  const { app, id, desk, pass } = await open();
  const shown = await desk.preview({ id, body: texts });
  expect(shown.en).toMatchObject({ subject: 'Doors open late', html: expect.stringContaining('Doors open an hour later.') });
  expect(shown.ka.subject).toBe('კარი გვიან იღება');
  await desk.test({ id, body: texts });
  const sent = await pass(0);
  expect(sent.map(({ mail }) => mail.headers.get('subject')?.[0]).toSorted()).toEqual(['Doors open late', 'კარი გვიან იღება']);
  expect(new Set(sent.map(({ to }) => to)).size).toBe(1);
  expect(await app.ctx.db.$count(mails, like(mails.key, 'announcement:%'))).toBe(0);
});

test('empty texts, a moment that is past, a draft and the sixth message of a day are refused', async () => {
  const { app, id, desk, pass } = await open();
  const invalid = (field: string) => ({ status: 422, body: { errors: { [field]: expect.any(String) } } });
  await expect(desk.plan({ id, body: { ...texts, bodyLat: ' ', sendAt: null } })).rejects.toMatchObject(invalid('bodyLat'));
  await expect(desk.plan({ id, body: { ...texts, sendAt: '2020-01-01T12:00:00+04:00' } })).rejects.toMatchObject(invalid('sendAt'));
  await expect(desk.plan({ id, body: { ...texts, sendAt: '2036-01-01T12:00:00+04:00' } })).rejects.toMatchObject(invalid('sendAt'));
  const plans = Array.from({ length: 7 }, () => desk.plan({ id, body: { ...texts, sendAt: null } }));
  expect(await countEndings(plans)).toEqual({ ok: 5, announcements_limit: 2 });
  await pass(1);
  await app.ctx.db.update(events).set({ state: 'draft' }).where(eq(events.id, id));
  await expect(desk.plan({ id, body: { ...texts, sendAt: null } })).rejects.toMatchObject({ body: { code: 'not_on_sale' } });
});
