import { generateKeyPairSync, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { fromBase64url } from '#shared/base64url.ts';
import { toWireTime } from '#shared/dates.ts';
import { DAY_MS } from '#shared/durations.ts';
import { decideOnPhone, type Phone } from './phone-decision.ts';
import { findVerifier, formatQrText, signedTicketText } from './ticket-code.ts';

const now = new Date('2026-11-21T23:30:00+04:00');
const { privateKey, publicKey } = generateKeyPairSync('ed25519');

const eventAt = (id: number, days: number) => {
  const startDate = new Date(now.getTime() + days * DAY_MS);
  const times = { startDate: toWireTime(startDate), endDate: toWireTime(new Date(startDate.getTime() + DAY_MS / 3)) };
  return { id, name: '', nameLat: `Event ${id}`, ...times, state: 'published' as const };
};

const codeFor = (eventId: number): string => {
  const ids = { userId: 9, ticketId: 7 };
  return formatQrText({
    ...ids,
    signature: sign(null, Buffer.from(signedTicketText({ ...ids, eventId })), privateKey).toString('base64url'),
  });
};

/** A phone at event 1 that counts its verifications. */
async function openPhone(neighbours: Phone['neighbours']) {
  const verify = await findVerifier();
  const raw = fromBase64url(publicKey.export({ format: 'jwk' }).x ?? '');
  if (!verify || !raw) throw new Error('There is no Ed25519.');
  const tried = { count: 0 };
  const phone: Phone = {
    event: eventAt(1, 0),
    neighbours,
    heardAt: now,
    publicKey: raw,
    formerKeys: [],
    verify: (...call) => {
      tried.count += 1;
      return verify(...call);
    },
    findTicket: async () => undefined,
  };
  return { phone, tried };
}

test('a code of an event weeks away is found, after those of nearer events', async () => {
  const { phone, tried } = await openPhone([eventAt(2, 14), eventAt(3, -40)]);
  expect(await decideOnPhone(phone, codeFor(2), { now })).toMatchObject({ reason: 'other_event', genuine: { event: { id: 2 } } });
  expect(tried.count).toBe(2);
  expect(await decideOnPhone(phone, codeFor(3), { now })).toMatchObject({ reason: 'other_event', genuine: { event: { id: 3 } } });
});
