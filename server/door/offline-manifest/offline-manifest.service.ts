import { openPersonal } from '#server/accounts/personal-data.ts';
import { findArrivalsAtEvent } from '#server/door/entry-arrivals.queries.ts';
import { findInside, findLeft } from '#server/door/inside.queries.ts';
import { type ManifestEventRow, toManifestEvent } from '#server/door/manifest-event.ts';
import { findRejectionsAtEvent } from '#server/door/rejections.queries.ts';
import type { CallingDevice } from '#server/door/scanner-devices/device-calls.ts';
import { lastsUntil } from '#server/door/scanner-devices/device-state.ts';
import { listPhoneConflicts } from '#server/door/scans/conflicts.service.ts';
import { publicKeyOf } from '#server/platform/config/secrets.ts';
import { type Context, type Keys, withSnapshot } from '#server/platform/context.ts';
import { batched } from '#server/platform/db/batch.ts';
import { signTicketCode } from '#server/sales/tickets/ticket-code.ts';
import { isBanned } from '#shared/accounts/account-rules.ts';
import { HOLD_LIMIT_MS } from '#shared/constants.ts';
import { toWireTime } from '#shared/dates.ts';
import { RULE_VERSION } from '#shared/door/admission.ts';
import {
  type ChangesView,
  type DoorLive,
  type DoorSettings,
  isDoubtful,
  type OfflineManifestHead,
  type OfflineManifestRow,
  type OfflineManifestView,
  type Rejection,
} from '#shared/door/offline-manifest.ts';
import { DEVICE_RIGHTS, mayUseLists, type ScannerDeviceRight } from '#shared/door/scanner-devices.ts';
import { lookupKeyOf, encryptRow } from '#shared/door/encrypted-row.ts';
import { AppError } from '#shared/errors.ts';
import { hasCode } from '#shared/tickets/claims.ts';
import { transferEnd } from '#shared/tickets/transfer-rules.ts';
import {
  findOfflineManifestEvent,
  findOfflineManifestEvents,
  findOfflineManifestTickets,
  findUsedDoors,
  type OfflineManifestEventWithDoor,
  type OfflineManifestTicket,
} from './offline-manifest.queries.ts';
import { toOfflineManifestLists } from './offline-manifest-lists.ts';
import { findOfflineManifestLists, type OfflineManifestListRow } from './offline-manifest-lists.queries.ts';
import { differenceOf, versionOf } from './offline-manifest-version.ts';

type ScannerDevice = Pick<CallingDevice, 'scannerDeviceId' | 'eventId' | 'endedAt' | 'rights'>;

/** Everything that a phone needs to decide at its door without a network. @throws device_ended */
export async function readOfflineManifest(ctx: Context, scannerDevice: ScannerDevice): Promise<OfflineManifestView> {
  const { head, lists, live, version, tickets, after, at } = await readFor(ctx, scannerDevice);
  const rows = await toRows(ctx.keys, tickets, at);
  return {
    ...head,
    serverTime: toWireTime(at),
    after,
    version,
    rights: [...scannerDevice.rights],
    live,
    lists: await toOfflineManifestLists(ctx.keys, lists),
    rows,
  };
}

/**
 * Returns what differs from the phone's version. Changes are found by content, so late commits are not missed. A phone with an unknown
 * version gets everything. @throws device_ended
 */
export async function readChanges(ctx: Context, scannerDevice: ScannerDevice, since: string): Promise<ChangesView> {
  const { head, lists, live, version, tickets, after, at } = await readFor(ctx, scannerDevice);
  const isRightNew = since.split('.')[1] !== version.split('.')[1];
  const { isHeadNew, isLiveNew, isTicketNew } = differenceOf(since, version);
  const changed = tickets.filter(({ id }) => isTicketNew(id));
  return {
    since,
    serverTime: toWireTime(at),
    after,
    version,
    rights: [...scannerDevice.rights],
    head: isHeadNew ? head : null,
    lists: isHeadNew || isRightNew ? await toOfflineManifestLists(ctx.keys, lists) : null,
    live: isLiveNew ? live : null,
    rows: await toRows(ctx.keys, changed, at),
  };
}

type DoorColumns = Pick<
  OfflineManifestEventWithDoor,
  'capacity' | 'licensed' | 'exits' | 'exitsUntil' | 'opensAt' | 'isAutomatic' | 'refusalRefunds'
> & { denialHours: number };
type Ticket = OfflineManifestTicket & { hasLeft: boolean; usedDoor: string | null; rejection: Rejection | null };
type Reading = {
  head: OfflineManifestHead;
  lists: OfflineManifestListRow[];
  live: DoorLive;
  version: string;
  tickets: Ticket[];
  lastSequences: Readonly<Record<string, number>>;
  at: Date;
};

/** Names on guest lists are only for scanner devices with the right to guest lists. */
async function readFor(ctx: Context, { scannerDeviceId, eventId, endedAt, rights }: ScannerDevice): Promise<Reading & { after: number }> {
  if (endedAt !== null) throw new AppError('device_ended');
  const reading = await readEvent(ctx, eventId);
  const after = reading.lastSequences[scannerDeviceId] ?? 0;
  const version = `${reading.version}.${markOf(rights)}`;
  return { ...reading, version, after, ...(!mayUseLists(rights) && { lists: [] }) };
}

/** The rights in a version: a number whose bits are the rights. */
const markOf = (rights: readonly ScannerDeviceRight[]): number =>
  DEVICE_RIGHTS.reduce((mark, right, place) => mark + (rights.includes(right) ? 2 ** place : 0), 0);

/**
 * Phones that ask at the same moment share one reading, of one moment: a phone adds its own scans after `after` to the arrivals, so a scan
 * committed between the two would count twice.
 */
const readEvent = batched<number, Reading>(async (ctx, eventIds) => {
  const readings = new Map<number, Reading | AppError>();
  for (const eventId of new Set(eventIds)) readings.set(eventId, await withSnapshot(ctx, (at) => readOne(at, eventId)));
  return eventIds.map((eventId) => readings.get(eventId) ?? new AppError('event_not_found'));
});

async function readOne(ctx: Context, eventId: number): Promise<Reading | AppError> {
  const { db, clock, keys } = ctx;
  const { denialHours } = ctx.venue();
  const event = await findOfflineManifestEvent(db, eventId);
  if (!event) return new AppError('event_not_found');
  const at = clock.now();
  const { inside, lastSequences } = await findInside(db, eventId);
  const head = toHead(keys, { ...event, denialHours }, await findOfflineManifestEvents(db));
  const left = await findLeft(db, eventId);
  const rejections = await findRejectionsAtEvent(db, eventId, { now: at, denialHours });
  const usedDoors = await findUsedDoors(db, eventId);
  const tickets = (await findOfflineManifestTickets(db, eventId)).map((ticket): Ticket => {
    const rejection = rejections.get(ticket.id);
    return {
      ...ticket,
      hasLeft: ticket.usedAt !== null && left.has(ticket.id),
      usedDoor: ticket.usedAt && (usedDoors.get(ticket.id) ?? null),
      rejection: rejection ? { at: toWireTime(rejection.at), door: rejection.door, reason: rejection.reason } : null,
    };
  });
  const arrivals = await findArrivalsAtEvent(db, eventId);
  const live = { inside, arrivals, conflicts: await listPhoneConflicts(ctx, eventId) };
  const lists = await findOfflineManifestLists(db, eventId);
  // With another signing key, every row gets a new lookup key and is encrypted again.
  const contents = tickets.map((ticket) => ({ id: ticket.id, content: JSON.stringify([ticket, isBanned(ticket, at), head.publicKey]) }));
  const content = { head: JSON.stringify([head, lists]), live: JSON.stringify(live), tickets: contents };
  const version = versionOf(keys.offlineManifestVersion, content);
  return { head, lists, live, version, tickets, lastSequences, at };
}

/** A phone tries all of them on a code that is not one of ours. */
const FORMER_KEYS = 5;

function toHead(
  { ticketCode, formerTicketKeys }: Keys,
  event: OfflineManifestEventWithDoor & { denialHours: number },
  all: readonly ManifestEventRow[],
): OfflineManifestHead {
  const distance = ({ startsAt }: ManifestEventRow) => Math.abs(startsAt.getTime() - event.startsAt.getTime());
  const neighbours = all.filter(({ id }) => id !== event.id).toSorted((a, b) => distance(a) - distance(b));
  return {
    event: toManifestEvent(event),
    door: doorOf(event),
    neighbours: neighbours.map(toManifestEvent),
    publicKey: publicKeyOf(ticketCode),
    formerKeys: formerTicketKeys.slice(0, FORMER_KEYS),
    newTicketsUntil: toWireTime(newTicketsUntil(event)),
    ruleVersion: RULE_VERSION,
    endsAt: toWireTime(lastsUntil(event)),
  };
}

/**
 * A checkout just before the end of sale can be paid while its places are held. Complimentary tickets may be given later and are not
 * covered.
 */
function newTicketsUntil({ startsAt, saleEndsAt }: OfflineManifestEventWithDoor): Date {
  const lastPaid = saleEndsAt ? saleEndsAt.getTime() + HOLD_LIMIT_MS : 0;
  return new Date(Math.max(lastPaid, transferEnd(startsAt).getTime()));
}

/** The licensed capacity of the room applies unless staff set another number. */
const doorOf = ({
  capacity,
  licensed,
  exits,
  exitsUntil,
  opensAt,
  isAutomatic,
  refusalRefunds,
  denialHours,
}: DoorColumns): DoorSettings => ({
  licensed: licensed ?? capacity,
  exits,
  exitsUntil: exitsUntil && toWireTime(exitsUntil),
  opensAt: opensAt && toWireTime(opensAt),
  isAutomatic,
  refunds: refusalRefunds,
  denialHours,
});

/** Encrypting rows blocks the event loop; other requests run between batches of this size. */
const ROWS_AT_ONCE = 25;

/** Sorted by lookup key, which does not reveal the order of purchases. */
async function toRows(keys: Keys, tickets: readonly Ticket[], at: Date): Promise<OfflineManifestRow[]> {
  const rows: OfflineManifestRow[] = [];
  for (let from = 0; from < tickets.length; from += ROWS_AT_ONCE)
    rows.push(...(await Promise.all(tickets.slice(from, from + ROWS_AT_ONCE).map((ticket) => toRow(keys, ticket, at)))));
  return rows.toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

async function toRow(keys: Keys, ticket: Ticket, at: Date): Promise<OfflineManifestRow> {
  const { state, orderKind, usedAt, hasLeft, eventId, firstName, lastName, sealedBirthdate, status, ticketTypeName, ticketTypeNameLat } =
    ticket;
  const holderName = ticket.holderName ?? '';
  const code = signTicketCode(keys, ticket);
  const birthdate = openPersonal(keys, 'birthdate', sealedBirthdate);
  return {
    key: await lookupKeyOf(code),
    state: state === 'refunded' && orderKind === 'complimentary' ? 'revoked' : state,
    usedAt: usedAt && toWireTime(usedAt),
    hasLeft,
    isBanned: isBanned(ticket, at),
    isDoubtful: isDoubtful(status),
    usedDoor: ticket.usedDoor,
    rejection: ticket.rejection,
    ...(!hasCode(ticket.claim) && { needsName: true }),
    sealed: await encryptRow(code, eventId, { firstName, lastName, birthdate, status, ticketTypeName, ticketTypeNameLat, holderName }),
  };
}
