import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { noticesOf, openSoldEvent } from '#tests/factories/holders.ts';
import { eventFields } from '#tests/factories/event-fields.ts';
import { countEndings, startBeside } from '#tests/factories/purchases.ts';
import { startTestApp } from '#tests/setup/app.ts';
import type { Guard } from '#tests/setup/guards.ts';

const PRESSES = 12;

/** Sends one move many times to two servers. Returns how the requests ended and how many mails each holder would get. */
async function pressMany({ without, withIndex = true }: { without?: Guard; withIndex?: boolean } = {}) {
  const app = await startTestApp({ without });
  const { admin, staff, id } = await openSoldEvent(app);
  if (!withIndex) await app.owner.execute(sql`drop index event_notices_once`);
  const servers = [app, await startBeside(app)];
  const { version } = await staff.get({ id });
  const body = { ...eventFields({ day: '2026-12-05' }), version, confirmed: ['holders_told'] };
  const calls = Array.from({ length: PRESSES / servers.length }, () =>
    servers.map(({ api }) => api(admin.accessToken).staffEvents.update({ id, body })),
  );
  const endings = await countEndings(calls.flat());
  const mails = Map.groupBy(await noticesOf(app), ({ recipient }) => recipient);
  return {
    endings,
    mails: [...mails.values()].map((own) => own.length),
    ids: new Set([...mails.values()].flat().map(({ messageId }) => messageId)),
  };
}

test('one move is told once, however often and wherever it is pressed', async () => {
  const { endings, mails, ids } = await pressMany();
  expect(endings).toEqual({ ok: 1, conflict: PRESSES - 1 });
  expect(mails).toEqual([1, 1, 1]);
  expect(ids.size).toBe(3);
});

test('control: the database alone lets one change be told once', async () => {
  const { endings, mails } = await pressMany({ without: 'oneEditor' });
  expect(endings['ok']).toBeGreaterThan(1);
  expect(mails).toEqual([1, 1, 1]);
});

test('control: without the lock and the index the same presses tell it again and again', async () => {
  let fewest = 1;
  // On a busy machine the requests may run one after the other.
  for (let tries = 0; tries < 10 && fewest === 1; tries += 1)
    fewest = Math.min(...(await pressMany({ without: 'oneEditor', withIndex: false })).mails);
  expect(fewest).toBeGreaterThan(1);
});
