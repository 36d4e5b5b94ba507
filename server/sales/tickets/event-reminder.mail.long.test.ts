import { eq, like } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { events } from '#server/content/content.table.ts';
import { loadTexts } from '#server/content/site-texts/shown-site.ts';
import { mails } from '#server/platform/platform.table.ts';
import { runDueJobs } from '#server/registry.ts';
import { changeTicket, createHolder, openSoldEvent } from '#tests/factories/holders.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { readMime, textOf } from '#tests/setup/mime.ts';
import { startSmtp } from '#tests/setup/smtp.ts';
import { remindHolders } from './event-reminder.jobs.ts';

/** A sold event on Friday from 23:00, in a club that wants reminders or not; `remind` runs the job at a moment and sends the due mails. */
async function open({ isWanted = true } = {}) {
  const smtp = await startSmtp();
  const app = await startTestApp({ env: { SMTP_URL: smtp.url, PUBLIC_URL: 'https://rkali.example' } });
  const event = await openSoldEvent(app);
  const changes = [{ key: 'club:reminder', language: 'all' as const, value: isWanted ? 'yes' : 'no', version: 0 }];
  await event.api.siteTexts.save({ body: { changes } });
  await loadTexts(app.ctx);
  await runDueJobs(app.deps);
  const queue = async (time: string) => {
    app.clock.set(`2026-12-${time}:00+04:00`);
    await remindHolders.run(app.ctx, {});
  };
  const send = async () => {
    smtp.received.length = 0;
    await runDueJobs(app.deps);
    return smtp.received.map(({ to, raw }) => ({ to: to.join(), mail: readMime(raw) }));
  };
  const remind = async (time: string) => {
    await queue(time);
    return send();
  };
  const states = async () =>
    (await app.ctx.db.select({ state: mails.state }).from(mails).where(like(mails.key, 'event-reminder:%'))).map(({ state }) => state);
  return { ...event, app, queue, send, remind, states };
}

test('a day before, each holder is reminded once, in the own language, of when, where and which ticket', async () => {
  const { english, georgian, invited, remind, states } = await open();
  expect(await remind('03T22:59')).toEqual([]);
  const sent = await remind('03T23:00');
  expect(sent.map(({ to }) => to).toSorted()).toEqual([english.email, georgian.email, invited].toSorted());
  const mailTo = (address: string) => sent.find(({ to }) => to === address)?.mail;
  const [en, ka] = [mailTo(english.email), mailTo(georgian.email)];
  if (!en || !ka) throw new Error('Somebody was not reminded.');
  expect(en.headers.get('subject')).toEqual(['Tomorrow at 23:00: Oberton']);
  const text = textOf(en, 'text/plain');
  expect(text).toContain('When: Friday, December 4, 2026, 23:00–07:00\nWhere: 12 Sulava Street, Tbilisi');
  expect(text).toContain(String(english.ticketId));
  expect(text).toContain('https://rkali.example/profile#my-tickets');
  expect(ka.headers.get('subject')).toEqual(['ხვალ, 23:00: ობერტონი']);
  expect(await remind('03T23:41')).toEqual([]);
  expect(await remind('04T12:00')).toEqual([]);
  expect(await states()).toEqual(['sent', 'sent', 'sent']);
});

test('a club that does not want it reminds nobody', async () => {
  const { remind, states } = await open({ isWanted: false });
  expect(await remind('03T23:00')).toEqual([]);
  expect(await states()).toEqual([]);
});

test('who bought within the last two days, was admitted or gave the ticket back is not reminded', async () => {
  const { app, event, english, georgian, invited, remind } = await open();
  app.clock.set('2026-12-03T20:00:00+04:00');
  await createHolder(app, event);
  await changeTicket(app, english.ticketId, { usedAt: app.clock.now() });
  await changeTicket(app, georgian.ticketId, { state: 'refunded' });
  expect((await remind('03T23:00')).map(({ to }) => to)).toEqual([invited]);
});

test.each([
  ['was cancelled', { state: 'cancelled' as const }],
  ['was withdrawn', { state: 'draft' as const }],
  ['moved by a week', { startsAt: new Date('2026-12-11T23:00:00+04:00'), endsAt: new Date('2026-12-12T07:00:00+04:00') }],
])('a reminder of an event that %s before it left is not sent', async (_, change) => {
  const { app, id, queue, send, states } = await open();
  await queue('03T23:00');
  await app.ctx.db.update(events).set(change).where(eq(events.id, id));
  expect(await send()).toEqual([]);
  expect(await states()).toEqual(['skipped', 'skipped', 'skipped']);
});

test('after an outage nobody is reminded shortly before the doors, and who is reminded late reads of no other day', async () => {
  const late = await open();
  expect(await late.remind('04T16:59')).toHaveLength(3);
  const tooLate = await open();
  expect(await tooLate.remind('04T17:00')).toEqual([]);
});
