import { expect, test } from 'vitest';
import { createUser, setRoles, type TestUser } from '#tests/factories/users.ts';
import { openScannerDevice, scannerDeviceAt } from '#tests/factories/door-phone.ts';
import { openDoor } from '#tests/factories/door.ts';
import { createEvent } from '#tests/factories/events.ts';
import { copyOnPhone } from '#tests/factories/phone-copy.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { rawCall } from '#tests/setup/raw-call.ts';
import { readOfflineManifest } from './offline-manifest/offline-manifest.service.ts';

const NUMBER = '01024012345';
const FOR_GOOD = { reason: 'Took pictures', until: null };

/** A person with two accounts; the second has tickets at an open door and places in the cart. */
async function openTwoAccounts() {
  const door = await openDoor();
  const { ctx, event } = door;
  const [first, second] = [await createUser(ctx, { personalNumber: NUMBER }), await createUser(ctx, { personalNumber: NUMBER })];
  const [forScanner, forPhone] = [
    await createTicket(ctx, { userId: second.id, eventId: event.id }),
    await createTicket(ctx, { userId: second.id, eventId: event.id }),
  ];
  const later = await createEvent(ctx, { startsAt: new Date('2026-11-28T23:00:00+04:00') });
  const { cart } = door.api(second.accessToken);
  await cart.addTicket({ eventId: later.id });
  const phone = await openScannerDevice(door);
  const scanner = async ({ accessToken: bearer }: TestUser) => {
    const body = { isReject: false, ticketId: forScanner.id, code: forScanner.code };
    const { body: answer } = await rawCall(door.url, '/api/QRCode/scan', { bearer, body });
    return answer['reason'] ?? answer['code'];
  };
  /** The second account's answer at each place that checks bans. */
  const said = async () => ({
    checkout: await cart.checkout().then(
      () => 'ordered',
      (error: { body?: { code?: string } }) => error.body?.code,
    ),
    scanner: await scanner(door.admin),
    phone: (await phone.upload(phone.scan({ code: forPhone.code }))).outcomes.map(({ reason }) => reason),
    row: (await copyOnPhone(await readOfflineManifest(ctx, scannerDeviceAt(event.id))).read(forPhone.code))?.isBanned,
  });
  return { door, first, second, said, guests: door.api(door.admin.accessToken).guests };
}

const allRefuse = { checkout: 'banned', scanner: 'banned_at_door', phone: ['banned'], row: true };
const allAdmit = { checkout: 'ordered', scanner: 'valid', phone: ['valid'], row: false };

test('a person who is banned by one account neither orders nor comes in with another one, and does both when the ban is lifted', async () => {
  const { first, second, said, guests } = await openTwoAccounts();
  await guests.ban({ id: first.id, body: FOR_GOOD });
  expect(await said()).toEqual(allRefuse);
  await guests.unban({ id: first.id });
  expect(await said()).toEqual(allAdmit);

  await guests.ban({ id: second.id, body: FOR_GOOD });
  const wasUsed = { scanner: 'ticket_used', phone: ['ticket_used'] };
  expect(await said()).toEqual({ ...allRefuse, ...wasUsed });
  await guests.unban({ id: second.id });
  expect(await said()).toEqual({ ...allAdmit, ...wasUsed });
});

test('a ban by the desk does this, too, where a third account with the number is of staff, about which it does not decide', async () => {
  const { door, first, said } = await openTwoAccounts();
  const member = await createUser(door.ctx, { personalNumber: NUMBER });
  await setRoles(door.ctx, member.id, ['Owner']);
  const desk = door.api((await createUser(door.ctx, { roles: ['Desk'] })).accessToken).guests;
  await desk.ban({ id: first.id, body: FOR_GOOD });
  expect(await said()).toEqual(allRefuse);
  await desk.unban({ id: first.id });
  expect(await said()).toEqual(allAdmit);
});
