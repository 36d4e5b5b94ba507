import { randomUUID } from 'node:crypto';
import { doorPasses } from '#server/door/door.table.ts';
import type { Door } from '#server/door/scans/apply-scans.ts';
import * as service from '#server/door/scans/pass-scans.service.ts';
import type { PassScan, ScanReceipt } from '#shared/door/pass-scan.schemas.ts';
import { PASS_RIGHTS, type PassRight } from '#shared/door/passes.ts';
import { createDoorKey, publicKeyOf, signCall } from '#shared/door/sign-call.ts';
import { codeOf, type TestApp } from '#tests/setup/app.ts';
import { type RawAnswer, rawCall } from '#tests/setup/raw-call.ts';
import type { OpenDoor } from './door.ts';
import { createEvent } from './events.ts';
import { createAdmin } from './users.ts';

export const SCANNING: PassRight[] = ['scan', 'reject', 'undo'];

/** Changes to a signed call before it is sent. */
type Change = { time?: number; header?: (header: string) => string; url?: string; body?: unknown };

/** Sends a phone's call signed with its key. */
export async function callSigned(
  { url: origin, clock }: Pick<TestApp, 'url' | 'clock'>,
  { key, passId }: { key: CryptoKeyPair; passId: string },
  { method = 'GET', path, body }: { method?: 'GET' | 'POST'; path: string; body?: unknown },
  change: Change = {},
): Promise<RawAnswer> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const header = await signCall(key.privateKey, { passId, time: change.time ?? clock.now().getTime(), method, url: path, body: text });
  const headers = { authorization: change.header?.(header) ?? header };
  const sent = change.body ?? body;
  return rawCall(origin, change.url ?? path, { method, headers, ...(sent !== undefined && { body: sent }) });
}

/** Creates a pass as staff, and returns it with the secret of its code. */
export async function createPass(
  app: TestApp,
  { eventId, rights = SCANNING, maker }: { eventId?: number; rights?: PassRight[]; maker?: { accessToken: string } } = {},
) {
  const { accessToken } = maker ?? (await createAdmin(app.ctx));
  const staff = app.api(accessToken).staffPasses;
  const event = eventId ?? (await createEvent(app.ctx)).id;
  const code = await staff.create({ body: { eventId: event, name: 'Main 1', rights } });
  return { staff, eventId: event, passId: code.id, code, secret: new URL(code.url).hash.slice(1) };
}

/** Pairs a phone with a new pass. */
export async function pairPhone(app: TestApp, options: Parameters<typeof createPass>[1] = {}) {
  const made = await createPass(app, options);
  const key = await createDoorKey();
  const pass = await app.api().pass.pair({ body: { secret: made.secret, publicKey: await publicKeyOf(key) } });
  const phone = { key, passId: pass.passId };
  const call = (what: Parameters<typeof callSigned>[2], change?: Change) => callSigned(app, phone, what, change);
  return { ...made, pass, key, call };
}

/** Returns a pass with every right at an event's door that has sent nothing yet. */
export const passAt = (eventId: number) => ({ eventId, endedAt: null, lastSequence: 0, rights: PASS_RIGHTS });

/** Returns a pass at an open door whose uploads need no signature. */
export async function openPass(door: OpenDoor, name = 'Main 1') {
  const { acceptScans } = await codeOf(door, 'server/door/scans/pass-scans.service.ts', service);
  const pass: Omit<Door, 'isRevoked'> = { passId: randomUUID(), eventId: door.event.id, rights: PASS_RIGHTS, endedAt: null };
  const now = door.clock.now();
  await door.ctx.db.insert(doorPasses).values({
    id: pass.passId,
    eventId: pass.eventId,
    name,
    rights: [...PASS_RIGHTS],
    createdBy: door.admin.id,
    createdAt: now,
    takenAt: now,
  });
  let sequence = 0;
  const scan = (given: Partial<PassScan> = {}): PassScan => {
    sequence += 1;
    const at = door.clock.now().toISOString();
    const code = door.ticket.code;
    return { scanId: randomUUID(), sequence, kind: 'in', code, at, offsetMs: 0, uncertaintyMs: 500, decidedBy: 'server', ...given };
  };
  const alone = (given: Partial<PassScan> = {}) => scan({ decidedBy: 'phone', shown: { result: 'accepted', reason: 'valid' }, ...given });
  const upload = (...scans: PassScan[]): Promise<ScanReceipt> => acceptScans(door.ctx, pass, { scans });
  return { pass, scan, alone, upload };
}
