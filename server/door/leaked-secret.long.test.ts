import { expect, test } from 'vitest';
import { openKeys } from '#server/accounts/secret-check.service.ts';
import { deriveKeys } from '#server/platform/config/secrets.ts';
import { keptKeys } from '#server/platform/platform.table.ts';
import { signTicketCode } from '#server/sales/tickets/ticket-code.ts';
import { type OpenDoor, openDoor } from '#tests/factories/door.ts';
import { scannerDeviceAt } from '#tests/factories/door-phone.ts';
import { phoneWith } from '#tests/factories/manifest-phone.ts';
import { TEST_SECRET } from '#tests/setup/server.ts';
import { HOUR_MS } from '#shared/durations.ts';
import { decideOnPhone } from '#shared/door/phone-decision.ts';
import { readOfflineManifest } from './offline-manifest/offline-manifest.service.ts';

/** Forges a code for a ticket that was never sold with the installation's secret alone; returns how phone and server decide about it. */
async function forge(door: OpenDoor) {
  const stolen = deriveKeys(TEST_SECRET);
  const ticket = { id: door.ticket.id + 2 ** 30, userId: door.guest.id, eventId: door.event.id };
  const code = signTicketCode(stolen, ticket);
  const phone = await phoneWith(await readOfflineManifest(door.ctx, scannerDeviceAt(door.event.id)));
  // The phone has been offline for an hour.
  const onPhone = await decideOnPhone(phone, code, { now: new Date(door.clock.now().getTime() + HOUR_MS) });
  const byServer = await door.scan({ isReject: false, ticketId: ticket.id, code }).catch(({ body }) => body.code);
  // A forged code for an existing ticket gains nothing either.
  const own = signTicketCode(stolen, door.ticket);
  const ofGuest = await door.scan({ isReject: false, ticketId: door.ticket.id, code: own }).then(
    ({ result }) => result,
    ({ body }) => body.code,
  );
  return { onPhone: onPhone.reason, byServer, ofGuest };
}

test('who knows the secret alone signs no ticket of a new club', async () => {
  const door = await openDoor({ isFresh: true });
  expect(await forge(door)).toEqual({ onPhone: 'code_tampered', byServer: 'code_tampered', ofGuest: 'code_tampered' });
});

test('control: without a random key the forged code opens the door', async () => {
  const door = await openDoor({ without: 'randomTicketKey' });
  expect(await forge(door)).toEqual({ onPhone: 'valid', byServer: 'code_tampered', ofGuest: 'accepted' });
});

test('each process and each start has the same key; a club from before kept keys has the one that its tickets were signed with', async () => {
  const door = await openDoor({ isFresh: true });
  const again = await openKeys(door.ctx.db, TEST_SECRET);
  expect(again.keys.ticketCode.equals(door.ctx.keys.ticketCode)).toBe(true);
  await door.owner.delete(keptKeys);
  const { keys } = await openKeys(door.ctx.db, TEST_SECRET);
  expect(keys.ticketCode.equals(deriveKeys(TEST_SECRET).ticketCode)).toBe(true);
});
