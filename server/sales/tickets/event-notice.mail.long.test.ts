import { expect, test } from 'vitest';
import { runDueJobs } from '#server/registry.ts';
import { changeTicket, createHolder, noticesOf, openSoldEvent, waitForMoveMails } from '#tests/factories/holders.ts';
import { eventFields } from '#tests/factories/event-fields.ts';
import { sell } from '#tests/factories/staff-money.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { readMime, textOf, type MimePart } from '#tests/setup/mime.ts';
import { startSmtp } from '#tests/setup/smtp.ts';

const named = { name: 'ობერტონი', nameLat: 'Oberton' };
const reason = 'The band comes <a day> later';

/** A sold event and a real mail server; `sent` returns the mails to an address since the last call. */
async function open() {
  const smtp = await startSmtp();
  const app = await startTestApp({ env: { SMTP_URL: smtp.url, PUBLIC_URL: 'https://rkali.example' } });
  const event = await openSoldEvent(app);
  await runDueJobs(app.deps);
  smtp.received.length = 0;
  const sent = async (address: string): Promise<MimePart[]> => {
    await waitForMoveMails(app);
    await runDueJobs(app.deps);
    return smtp.received.filter(({ to }) => to.includes(address)).map(({ raw }) => readMime(raw));
  };
  const { version } = await event.staff.get({ id: event.id });
  const move = (day: string, upon = version) =>
    event.staff.update({ id: event.id, body: { ...eventFields({ ...named, day }), version: upon, reason, confirmed: ['holders_told'] } });
  return { ...event, app, version, sent, move };
}

const subjectOf = (mail: MimePart | undefined) => mail?.headers.get('subject')?.[0];

test('a move reaches each holder once, in English and in Georgian, with both times, the reason and the calendar', async () => {
  const { app, id, english, georgian, sent, move } = await open();
  const moved = await move('2026-12-05');
  const mails = await sent(english.email);
  expect(mails.map(subjectOf)).toEqual(['New time: Oberton, December 5, 2026']);
  const [mail] = mails;
  if (!mail) throw new Error('Nothing came.');
  const text = textOf(mail, 'text/plain');
  expect(text).toContain(
    'Now: Saturday, December 5, 2026, 23:00–07:00\nBefore: Friday, December 4, 2026, 23:00–07:00\nReason: The band comes <a day> later',
  );
  expect(text).toContain('Your ticket stays valid');
  expect(text).toContain(String(english.ticketId));
  expect(textOf(mail, 'text/html')).toContain('The band comes &lt;a day&gt; later');
  const calendar = textOf(mail, 'text/calendar').replaceAll('\r\n ', '');
  expect(calendar).toContain(`UID:event-${id}@rkali.example`);
  expect(calendar).toContain(`SEQUENCE:${moved.version}`);
  expect(calendar).toContain('DTSTART:20261205T190000Z');

  const [letter] = await sent(georgian.email);
  expect(subjectOf(letter)).toBe('ობერტონი: ახალი დრო, 5 დეკემბერი, 2026');
  expect(letter && textOf(letter, 'text/plain')).toContain('თქვენი ბილეთი ძალაშია');
  expect(await sent('lela@example.com')).toHaveLength(1);
  const notices = await noticesOf(app);
  expect(notices.map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']);
  expect(mail.headers.get('message-id')).toEqual([notices[0]?.messageId]);
});

test('the mail of a cancellation has the reason, and tells buyers that a mail about their money follows', async () => {
  const { english, staff, id, version, sent } = await open();
  await staff.changeState({ id, body: { version, state: 'cancelled', reason: 'No power' } });
  const [mail] = await sent(english.email);
  expect(subjectOf(mail)).toBe('Cancelled: Oberton, December 4, 2026');
  const text = mail ? textOf(mail, 'text/plain') : '';
  expect(text).toContain('Reason: No power');
  expect(text).toContain('email you about your refund');
  expect(mail && textOf(mail, 'text/calendar')).toContain('STATUS:CANCELLED');
  const [complimentary] = await sent('lela@example.com');
  expect(subjectOf(complimentary)).toBe('გაუქმდა: ობერტონი, 4 დეკემბერი, 2026');
  expect(complimentary && textOf(complimentary, 'text/plain')).not.toContain('თანხა');
});

test('what is true no more when a mail leaves is not told, and a later change is told alone', async () => {
  const { app, english, georgian, staff, id, sent, move } = await open();
  const first = await move('2026-12-05');
  await move('2026-12-06', first.version);
  expect((await sent(english.email)).map(subjectOf)).toEqual(['New time: Oberton, December 6, 2026']);
  const states = (await noticesOf(app)).map(({ state }) => state);
  expect(states).toEqual(['skipped', 'skipped', 'skipped', 'sent', 'sent', 'sent']);
  const { version } = await staff.get({ id });
  const cancelled = await staff.changeState({ id, body: { version, state: 'cancelled' } });
  await staff.changeState({ id, body: { version: cancelled.version, state: 'published', confirmed: ['holders_told'] } });
  await changeTicket(app, georgian.ticketId, { state: 'refunded' });
  expect((await sent(english.email)).map(subjectOf)).toEqual(['New time: Oberton, December 6, 2026']);
  expect(await sent(georgian.email)).toHaveLength(1);
});

test('only who was mailed the cancellation is mailed that it is taken back; others read of the new hours, if there are any', async () => {
  const { app, event, english, staff, id, version, sent, move } = await open();
  const onAgain = { state: 'published' as const, confirmed: ['holders_told'] };
  const cancelled = await staff.changeState({ id, body: { version, state: 'cancelled' } });
  const moved = await move('2026-12-11', cancelled.version);
  const restored = await staff.changeState({ id, body: { version: moved.version, ...onAgain } });
  const [mail, ...others] = await sent(english.email);
  expect([subjectOf(mail), others]).toEqual(['New time: Oberton, December 11, 2026', []]);
  expect(mail && textOf(mail, 'text/plain')).toContain('Before: Friday, December 4, 2026, 23:00–07:00');

  const again = await staff.changeState({ id, body: { version: restored.version, state: 'cancelled' } });
  expect((await sent(english.email)).map(subjectOf).at(-1)).toBe('Cancelled: Oberton, December 11, 2026');
  const back = await staff.changeState({ id, body: { version: again.version, ...onAgain } });
  const later = await createHolder(app, event);
  await move('2026-12-12', back.version);
  const last = (await sent(english.email)).at(-1);
  expect(subjectOf(last)).toBe('Back on: Oberton, December 12, 2026');
  expect(last && textOf(last, 'text/plain')).toContain('Before: Friday, December 11, 2026, 23:00–07:00');
  expect((await sent(later.email)).map(subjectOf)).toEqual(['New time: Oberton, December 12, 2026']);
});

test('a mail compares with the hours that its holder was told last', async () => {
  const { app, event, english, sent, move } = await open();
  const first = await move('2026-12-05');
  const later = await createHolder(app, event);
  const second = await move('2026-12-06', first.version);
  const before = async (address: string) => {
    const mail = (await sent(address)).at(-1);
    return /^Before: (.+)$/m.exec(mail ? textOf(mail, 'text/plain') : '')?.[1];
  };
  expect(await before(english.email)).toBe('Friday, December 4, 2026, 23:00–07:00');
  expect(await before(later.email)).toBe('Saturday, December 5, 2026, 23:00–07:00');
  await move('2026-12-07', second.version);
  expect(await before(english.email)).toBe('Sunday, December 6, 2026, 23:00–07:00');
});

test('a move that is taken back before its mail leaves is mailed to nobody who knew the old hours', async () => {
  const { app, english, sent, move } = await open();
  const first = await move('2026-12-05');
  await move('2026-12-04', first.version);
  expect(await sent(english.email)).toEqual([]);
  expect(new Set((await noticesOf(app)).map(({ state }) => state))).toEqual(new Set(['skipped']));
});

test("the mail of a restored event with another day names both days, compared with the holders' last mail", async () => {
  const { english, georgian, staff, id, version, sent, move } = await open();
  const onAgain = { state: 'published' as const, confirmed: ['holders_told'] };
  const cancelled = await staff.changeState({ id, body: { version, state: 'cancelled' } });
  await sent(english.email);
  const first = await move('2026-12-11', cancelled.version);
  const moved = await move('2026-12-12', first.version);
  const restored = await staff.changeState({ id, body: { version: moved.version, ...onAgain } });
  const mail = (await sent(english.email)).at(-1);
  const text = mail ? textOf(mail, 'text/plain') : '';
  expect(text).toContain('Now: Saturday, December 12, 2026, 23:00–07:00\nBefore: Friday, December 4, 2026, 23:00–07:00\n');
  expect(text).toContain('may still show the old date');
  expect(text).not.toContain('When:');
  const letter = (await sent(georgian.email)).at(-1);
  const georgianText = letter ? textOf(letter, 'text/plain') : '';
  expect(georgianText).toContain(
    'ახლა: შაბათი, 12\u00a0დეკემბერი, 2026, 23:00–07:00\nადრე: პარასკევი, 4\u00a0დეკემბერი, 2026, 23:00–07:00\n',
  );
  expect(georgianText).toContain('ძველი თარიღი');

  const again = await staff.changeState({ id, body: { version: restored.version, state: 'cancelled' } });
  await sent(english.email);
  await staff.changeState({ id, body: { version: again.version, ...onAgain } });
  const same = (await sent(english.email)).at(-1);
  const sameText = same ? textOf(same, 'text/plain') : '';
  expect(sameText).toContain('When: Saturday, December 12, 2026, 23:00–07:00\n');
  expect(sameText).not.toMatch(/Before:|old date/);
});

test('who paid reads of the cancellation in one mail, with the money and the reason', async () => {
  const { app, api, id, version, sent } = await open();
  const { user } = await sell(app, { eventId: id, quantity: 1 });
  const [ticket] = await sent(user.email);
  expect(subjectOf(ticket)).toContain('Your ticket');
  await api.staffMoney.cancelEvent({ id, body: { version, reason: 'No power' } });
  const [, refund, ...others] = await sent(user.email);
  expect(subjectOf(refund)).toMatch(/^Oberton is cancelled: your refund of 40,00\s₾$/);
  const text = refund ? textOf(refund, 'text/plain') : '';
  expect(text).toContain('this event is cancelled');
  expect(text).toContain('Reason: No power');
  expect(others).toEqual([]);
  expect((await sent('lela@example.com')).map(subjectOf)).toEqual(['გაუქმდა: ობერტონი, 4 დეკემბერი, 2026']);
});
