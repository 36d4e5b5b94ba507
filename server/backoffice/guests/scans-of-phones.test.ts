import { expect, test } from 'vitest';
import { scans } from '#server/door/door.table.ts';
import { createScannerDevice } from '#tests/factories/door-phone.ts';
import { sell } from '#tests/factories/staff-money.ts';
import { createAdmin } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';

type Row = Pick<typeof scans.$inferInsert, 'kind' | 'result' | 'reason'>;

/** A stored scan of a phone, and its outcome. */
const ROWS: [row: Row, outcome: string][] = [
  [{ kind: 'in', result: 'accepted', reason: 'valid' }, 'accepted'],
  [{ kind: 'out', result: 'noted', reason: 'out' }, 'out'],
  [{ kind: 'in', result: 'conflict', reason: 'ticket_used' }, 'conflict'],
  [{ kind: 'undo', result: 'noted', reason: 'undone' }, 'undone'],
  [{ kind: 'in', result: 'refused', reason: 'full' }, 'refused'],
  [{ kind: 'out', result: 'noted', reason: 'device_ended' }, 'device_ended'],
];

test('guest and order show a second entry as let in, an exit as an exit, and what was undone as undone', async () => {
  const app = await startTestApp();
  const admin = await createAdmin(app.ctx);
  const { orderId, user, eventId, ticketIds } = await sell(app);
  const { scannerDeviceId } = await createScannerDevice(app, { eventId, maker: admin });
  const [ticketId = 0] = ticketIds;
  const fixed = { ticketId, scannerDeviceId, eventId, isManual: false, decidedBy: 'phone' as const, decidedAt: app.clock.now() };
  await app.ctx.db.insert(scans).values(ROWS.map(([row], at) => ({ ...fixed, ...row, sequence: at + 1 })));
  const api = app.api(admin.accessToken);
  const guest = await api.guests.get({ id: user.id });
  expect(guest.scans.map(({ outcome }) => outcome).toReversed()).toEqual(ROWS.map(([, outcome]) => outcome));
  const steps = await api.staffOrders.timeline({ id: orderId });
  const atDoor = steps.filter(({ kind }) => kind === 'scan');
  expect(atDoor.map(({ what, note }) => [what, note])).toEqual(ROWS.map(([{ reason }, outcome]) => [outcome, reason]));
});
