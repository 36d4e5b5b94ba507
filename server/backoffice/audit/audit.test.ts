import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { recordAction } from '#server/platform/audit/audit.ts';
import { contextFor } from '#server/platform/context.ts';
import { auditEntries } from '#server/platform/platform.table.ts';
import type { AuditAction } from '#shared/staff/audit.contract.ts';
import { createAdmin } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';

const actor = (userId: number) => ({ userId, sessionId: '', rights: [], status: 'Verified' }) as const;

/** Two staff accounts with entries on two days. */
async function busyClub() {
  const app = await startTestApp();
  const tamar = await createAdmin(app.ctx, { firstName: 'Tamar', lastName: 'K' });
  const luka = await createAdmin(app.ctx, { firstName: 'Luka', lastName: 'B' });
  const act = (app: TestApp, userId: number, action: AuditAction, subject: string, detail = {}) =>
    recordAction(contextFor(app.deps, actor(userId)), { action, subject, detail });
  app.clock.set('2026-11-19T23:59:00+04:00');
  await act(app, tamar.id, 'refund', 'order 1', { reason: 'Ill' });
  app.clock.set('2026-11-20T00:01:00+04:00');
  await act(app, tamar.id, 'guest.status', 'guest 12', { before: 'Pending', after: 'Verified' });
  await act(app, luka.id, 'guest.status', 'guest 1', { before: 'Pending', after: 'Rejected' });
  await act(app, luka.id, 'refund', 'order 12');
  const { accessToken } = await createAdmin(app.ctx);
  return { ...app, tamar, luka, log: app.api(accessToken).staffAudit };
}

test('the log is read page by page, newest first, with who did it', async () => {
  const { log, tamar } = await busyClub();
  const first = await log.entries({ limit: 3 });
  expect(first.items.map(({ subject }) => subject)).toEqual(['order 12', 'guest 1', 'guest 12']);
  const rest = await log.entries({ limit: 3, before: first.next ?? 0 });
  expect(rest).toEqual({
    items: [
      {
        id: expect.any(Number),
        at: '2026-11-19T23:59:00+04:00',
        staff: { id: tamar.id, name: 'Tamar K' },
        action: 'refund',
        subject: 'order 1',
        detail: { reason: 'Ill' },
      },
    ],
    next: null,
  });
});

test('it is filtered by who, what, about what and on which day, and by all of them', async () => {
  const { log, tamar, luka } = await busyClub();
  const find = async (query: Parameters<typeof log.entries>[0]) => (await log.entries(query)).items.map(({ subject }) => subject);
  expect(await find({ staffId: tamar.id })).toEqual(['guest 12', 'order 1']);
  expect(await find({ action: 'refund' })).toEqual(['order 12', 'order 1']);
  expect(await find({ subject: 'guest 1' })).toEqual(['guest 1']);
  expect(await find({ subject: 'guest' })).toEqual(['guest 1', 'guest 12']);
  expect(await find({ subject: '%' })).toEqual([]);
  expect(await find({ day: '2026-11-19' })).toEqual(['order 1']);
  expect(await find({ day: '2026-11-20', staffId: luka.id, action: 'refund', subject: 'order' })).toEqual(['order 12']);
  expect(await find({ staffId: Number.MAX_SAFE_INTEGER })).toEqual([]);
  await expect(log.entries({ day: '20.11.2026' })).rejects.toMatchObject({ status: 400 });
});

test('its filters offer who did something and what was done', async () => {
  const { log, tamar, luka } = await busyClub();
  expect(await log.choices()).toEqual({
    staff: [
      { id: luka.id, name: 'Luka B' },
      { id: tamar.id, name: 'Tamar K' },
    ],
    actions: ['guest.status', 'refund'],
  });
});

test('an empty log offers nothing', async () => {
  const app = await startTestApp();
  const { staffAudit } = app.api((await createAdmin(app.ctx)).accessToken);
  expect(await staffAudit.choices()).toEqual({ staff: [], actions: [] });
  expect(await staffAudit.entries({})).toEqual({ items: [], next: null });
});

test('no row of the log can be changed or deleted', async () => {
  const { ctx, owner } = await busyClub();
  for (const db of [ctx.db, owner]) {
    await expect(db.delete(auditEntries)).rejects.toThrow();
    await expect(db.update(auditEntries).set({ action: 'nothing' })).rejects.toThrow();
    await expect(db.execute(sql`truncate audit_entries`)).rejects.toThrow();
  }
  expect(await ctx.db.$count(auditEntries)).toBe(4);
});
