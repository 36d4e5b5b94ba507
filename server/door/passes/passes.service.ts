import { randomUUID } from 'node:crypto';
import { lockCallerWith } from '#server/accounts/lock-caller.ts';
import { createOpaqueToken, hashOpaqueToken } from '#server/accounts/tokens.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { type Context, requireConfirmed, withTransaction } from '#server/platform/context.ts';
import { qrDataUrl } from '#server/platform/qr-picture.ts';
import { toWireTime } from '#shared/dates.ts';
import type { PassView } from '#shared/door/pass.contract.ts';
import { DOOR_PATH, type PassRight, SECRET_MINUTES } from '#shared/door/passes.ts';
import { AppError } from '#shared/errors.ts';
import type { PassCode, StaffPassView } from '#shared/staff/passes.contract.ts';
import type { PassFields } from '#shared/staff/passes.schemas.ts';
import { type CallingPass, readPublicKey } from './pass-calls.ts';
import { endOf, lastIfEndsAfter, lastsUntil, stateOf } from './pass-state.ts';
import {
  countScansOf,
  findEventOfDoor,
  findPass,
  insertPass,
  listPassesOf,
  lockPassForStaff,
  type PassOfEvent,
  type PassRow,
  revokePassesOf,
  acceptSecret,
  updatePass,
} from './passes.queries.ts';

const MINUTE_MS = 60_000;

/** The passes of an event, newest first. @throws event_not_found */
export async function listPasses(ctx: Context, eventId: number): Promise<{ at: string; eventId: number; passes: StaffPassView[] }> {
  const event = await findEventOfDoor(ctx.db, eventId);
  if (!event || event.state === 'draft') throw new AppError('event_not_found');
  const now = ctx.clock.now();
  const rows = await listPassesOf(ctx.db, eventId);
  const counts = await countScansOf(
    ctx.db,
    rows.map(({ id }) => id),
    new Date(now.getTime() - MINUTE_MS),
  );
  const countOf = new Map(counts.map((one) => [one.passId, one]));
  const passes = rows.map((row) => toStaffView(row, { state: stateOf(row, event, now), now, ...countOf.get(row.id) }));
  return { at: toWireTime(now), eventId, passes };
}

type Seen = { state: StaffPassView['state']; now: Date; scans?: number; lately?: number; refused?: number };

const toStaffView = (pass: PassRow, { state, now, scans = 0, lately = 0, refused = 0 }: Seen): StaffPassView => ({
  id: pass.id,
  name: pass.name,
  rights: pass.rights,
  state,
  createdAt: toWireTime(pass.createdAt),
  codeUntil: pass.takenAt === null && pass.secretUntil && pass.secretUntil > now ? toWireTime(pass.secretUntil) : null,
  takenAt: pass.takenAt && toWireTime(pass.takenAt),
  seenAt: pass.seenAt && toWireTime(pass.seenAt),
  unsent: pass.unsent,
  offsetMs: pass.offsetMs,
  listAt: pass.packVersion,
  scans,
  lately,
  refused,
});

/**
 * A pass with the right to refund later refunds tickets without its maker. Refunding a whole event needs a confirmation, so creating such a
 * pass does too.
 */
function requireConfirmedFor(ctx: Context, rights: readonly PassRight[]): void {
  if (rights.includes('refund')) requireConfirmed(ctx, true);
}

/**
 * Makes a pass and its code. Passes end with their maker (`endPassesOf`).
 * @throws confirmation_required, event_not_found, event_ended, and those of `lockCallerWith`
 */
export function createPass(ctx: Context, { eventId, name, rights }: PassFields): Promise<PassCode> {
  return withTransaction(ctx, async (tx) => {
    const actor = await lockCallerWith(tx, 'door.run');
    requireConfirmedFor({ ...tx, actor }, rights);
    const event = await findEventOfDoor(tx.db, eventId);
    if (!event || event.state === 'draft') throw new AppError('event_not_found');
    const now = tx.clock.now();
    if (event.state === 'cancelled' || lastsUntil(event) <= now) throw new AppError('event_ended');
    const id = randomUUID();
    const { code, stored } = newCode(tx, id);
    await insertPass(tx.db, { id, eventId, name, rights: [...new Set(rights)], createdBy: actor.userId, createdAt: now, ...stored });
    await recordAction(tx, { action: 'door.pass', subject: `pass ${id}`, detail: { eventId, name, rights } });
    return code;
  });
}

/** The secret leaves the server only in this answer. */
function newCode({ env, clock }: Context, id: string): { code: PassCode; stored: Pick<PassRow, 'secretHash' | 'secretUntil'> } {
  const secret = createOpaqueToken();
  const secretUntil = new Date(clock.now().getTime() + SECRET_MINUTES * MINUTE_MS);
  const url = `${env.publicUrl}${DOOR_PATH}#${secret}`;
  return {
    code: { id, url, picture: qrDataUrl(url), codeUntil: toWireTime(secretUntil) },
    stored: { secretHash: hashOpaqueToken(secret), secretUntil },
  };
}

/**
 * A new code for a pass that no phone has taken; the previous code becomes invalid. @throws confirmation_required, pass_not_found,
 * pass_taken, pass_ended
 */
export function renewCode(ctx: Context, id: string): Promise<PassCode> {
  return withTransaction(ctx, async (tx) => {
    const { pass, event } = await lockOf(tx, id);
    if (pass.takenAt) throw new AppError('pass_taken');
    if (endOf(pass, event, tx.clock.now())) throw new AppError('pass_ended');
    requireConfirmedFor(tx, pass.rights);
    const { code, stored } = newCode(tx, id);
    await updatePass(tx.db, id, stored);
    await recordAction(tx, { action: 'door.pass_code', subject: `pass ${id}`, detail: { eventId: pass.eventId, name: pass.name } });
    return code;
  });
}

/** Ends a pass; repeating changes nothing. @throws pass_not_found */
export function revokePass(ctx: Context, id: string): Promise<Record<string, never>> {
  return withTransaction(ctx, async (tx) => {
    const { pass } = await lockOf(tx, id);
    if (pass.revokedAt) return {};
    await updatePass(tx.db, id, { revokedAt: tx.clock.now(), secretHash: null, secretUntil: null });
    await recordAction(tx, { action: 'door.pass_revoked', subject: `pass ${id}`, detail: { eventId: pass.eventId, name: pass.name } });
    return {};
  });
}

/** Ends the passes that an account made, when it is signed out or loses its right to the door. Returns how many were active. */
export function endPassesOf(tx: Context, userId: number): Promise<number> {
  const now = tx.clock.now();
  return revokePassesOf(tx.db, userId, { now, endsAfter: lastIfEndsAfter(now) });
}

async function lockOf(tx: Context, id: string): Promise<NonNullable<PassOfEvent>> {
  const found = await lockPassForStaff(tx.db, id);
  if (!found) throw new AppError('pass_not_found');
  return found;
}

/** Gives the pass of a secret to the first phone that brings it; that phone may repeat the call. @throws pairing_failed */
export function pairPhone(ctx: Context, { secret, publicKey }: { secret: string; publicKey: string }): Promise<PassView> {
  return withTransaction(ctx, async (tx) => {
    const now = tx.clock.now();
    const isKey = readPublicKey(publicKey) !== undefined;
    const id = isKey ? await acceptSecret(tx.db, { secretHash: hashOpaqueToken(secret), publicKey, now }) : undefined;
    const found = id === undefined ? undefined : await findPass(tx.db, id);
    if (!found || endOf(found.pass, found.event, now)) throw new AppError('pairing_failed');
    return toPassView(found, now);
  });
}

/** What a phone is told about its pass, with the server's time. @throws pass_ended */
export async function readOwnPass(ctx: Context, { passId, endedAt }: CallingPass): Promise<PassView> {
  const found = endedAt ? undefined : await findPass(ctx.db, passId);
  if (!found) throw new AppError('pass_ended');
  return toPassView(found, ctx.clock.now());
}

const toPassView = ({ pass, event }: NonNullable<PassOfEvent>, now: Date): PassView => ({
  passId: pass.id,
  name: pass.name,
  rights: pass.rights,
  event: {
    id: event.id,
    name: event.name,
    nameLat: event.nameLat,
    startDate: toWireTime(event.startsAt),
    endDate: toWireTime(event.endsAt),
  },
  endsAt: toWireTime(lastsUntil(event)),
  serverTime: toWireTime(now),
  serverMs: now.getTime(),
});

/** The phone gives its pass back. @throws pass_ended */
export async function leavePass(ctx: Context, { passId, endedAt }: CallingPass): Promise<Record<string, never>> {
  if (endedAt) throw new AppError('pass_ended');
  await updatePass(ctx.db, passId, { leftAt: ctx.clock.now() });
  return {};
}
