import { expect, test } from 'vitest';
import { runDueJobs } from '#server/registry.ts';
import { createEvent } from '#tests/factories/events.ts';
import { auditOf, eventFields, openOffice, refusal } from '#tests/factories/event-fields.ts';
import { noticesOf, openSoldEvent, waitForMoveMails } from '#tests/factories/holders.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { readMime, textOf } from '#tests/setup/mime.ts';
import { startSmtp } from '#tests/setup/smtp.ts';

const named = { name: 'ობერტონი', nameLat: 'Oberton' };

async function openMoved() {
  const smtp = await startSmtp();
  const app = await startTestApp({ env: { SMTP_URL: smtp.url } });
  const sold = await openSoldEvent(app);
  await runDueJobs(app.deps);
  smtp.received.length = 0;
  const before = await sold.staff.get({ id: sold.id });
  const body = { ...eventFields({ ...named, day: '2026-12-05' }), version: before.version, confirmed: ['holders_told'] };
  const moved = await sold.staff.update({ id: sold.id, body });
  const send = async () => {
    await waitForMoveMails(app);
    await runDueJobs(app.deps);
    return smtp.received.map(({ raw }) => textOf(readMime(raw), 'text/plain'));
  };
  return { ...sold, app, before, moved, send };
}

const statesOf = async (app: TestApp) => (await noticesOf(app)).map(({ state }) => state);

test('a move that is undone while its mails wait is mailed to nobody', async () => {
  const { app, staff, id, before, moved, send } = await openMoved();
  await runDueJobs(app.deps);
  expect(await statesOf(app)).toEqual(['queued', 'queued', 'queued']);
  const undone = await staff.undoMove({ id, body: { version: moved.version } });
  expect(undone.mails).toEqual({ sent: 0, stopped: 3 });
  expect(undone.event).toMatchObject({ startDate: before.startDate, endDate: before.endDate, day: '2026-12-04' });
  expect(await send()).toEqual([]);
  expect(new Set(await statesOf(app))).toEqual(new Set(['skipped']));
  expect((await auditOf(app, id)).at(-1)).toMatchObject({
    action: 'night.move_undone',
    detail: { after: { startsAt: '2026-12-04T19:00:00.000Z' }, mails: { sent: 0, stopped: 3 } },
  });
});

test('holders who were mailed the move are mailed the earlier hours', async () => {
  const { staff, id, moved, send } = await openMoved();
  expect(await send()).toHaveLength(3);
  expect((await staff.undoMove({ id, body: { version: moved.version } })).mails).toEqual({ sent: 3, stopped: 0 });
  const all = await send();
  expect(all).toHaveLength(6);
  expect(all.filter((text) => text.includes('Now: Friday, December 4, 2026, 23:00'))).toHaveLength(1);
});

test('the line-up and the hours of the door go back as well, and nobody is mailed of a quiet move', async () => {
  const office = await openOffice();
  const { staff, ctx } = office;
  const startsAt = new Date('2026-12-04T23:00:00+04:00');
  const lineUps = [{ floor: 1, artistName: 'Lela M.', startsAt: new Date('2026-12-05T01:30:00+04:00') }];
  const { id } = await createEvent(ctx, { startsAt, lineUps, opensAt: new Date('2026-12-04T22:30:00+04:00') });
  const before = await staff.get({ id });
  const moved = await staff.update({ id, body: { ...eventFields({ day: '2026-12-12', capacity: 300 }), version: before.version } });
  const { event, mails } = await staff.undoMove({ id, body: { version: moved.version } });
  expect(event).toMatchObject({ day: '2026-12-04', opensAt: '22:30', capacity: 300, lineUps: before.lineUps });
  expect(mails).toEqual({ sent: 0, stopped: 0 });
  expect(await noticesOf(office)).toEqual([]);
});

test('only the last change is undone, and only if it moved a published event', async () => {
  const { staff, ctx } = await openOffice();
  const { id } = await createEvent(ctx, { startsAt: new Date('2026-12-04T23:00:00+04:00') });
  const undo = (version: number) => refusal(staff.undoMove({ id, body: { version } }));
  const conflict = { status: 409, code: 'conflict' };
  expect(await undo(0)).toMatchObject(conflict);
  const moved = await staff.update({ id, body: { ...eventFields({ from: '22:00' }), version: 0 } });
  expect(await undo(0)).toMatchObject(conflict);
  const renamed = await staff.update({ id, body: { ...eventFields({ from: '22:00', nameLat: 'Another' }), version: moved.version } });
  expect(await undo(renamed.version)).toMatchObject(conflict);
  expect(await undo(moved.version)).toMatchObject(conflict);
  const again = await staff.update({ id, body: { ...eventFields({ nameLat: 'Another' }), version: renamed.version } });
  const { event } = await staff.undoMove({ id, body: { version: again.version } });
  expect(event).toMatchObject({ from: '22:00', nameLat: 'Another' });
  expect(await undo(event.version)).toMatchObject(conflict);
  const draft = await staff.create({ body: eventFields({ day: '2026-12-11' }) });
  const movedDraft = await staff.update({ id: draft.id, body: { ...eventFields({ day: '2026-12-18' }), version: draft.version } });
  expect(await refusal(staff.undoMove({ id: draft.id, body: { version: movedDraft.version } }))).toMatchObject(conflict);
  expect(await refusal(staff.undoMove({ id: 999, body: { version: 0 } }))).toMatchObject({ status: 404 });
});
