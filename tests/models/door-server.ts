import { generateKeyPairSync, sign } from 'node:crypto';
import { z } from 'zod';
import { applyScans, type Door, hasLeft, isRejectedAt, type ScannedTicket } from '#server/door/scans/apply-scans.ts';
import { differenceOf, versionOf } from '#server/door/offline-manifest/offline-manifest-version.ts';
import { checkOrder, ruleFor } from '#server/door/scans/device-scans.service.ts';
import { DENIAL_HOURS } from '#shared/constants.ts';
import { toWireTime } from '#shared/dates.ts';
import { RULE_VERSION } from '#shared/door/admission.ts';
import type { PhoneConflict } from '#shared/door/conflicts.ts';
import type { ChangesView, OfflineManifestHead, OfflineManifestRow, OfflineManifestView } from '#shared/door/offline-manifest.ts';
import { type DeviceScan, type ScanOutcome, type ScanReceipt, ScanUpload } from '#shared/door/device-scan.schemas.ts';
import type { ScannerDeviceView } from '#shared/door/scanner-device.contract.ts';
import { DEVICE_RIGHTS } from '#shared/door/scanner-devices.ts';
import { QUESTIONS } from '#shared/door/questions.ts';
import { formatQrText, signedTicketText } from '#shared/door/ticket-code.ts';
import { lookupKeyOf, encryptRow } from '#shared/door/encrypted-row.ts';
import { AppError } from '#shared/errors.ts';
import { entriesFrom, listFrom } from './guest-lists.ts';
import { createStore, type DoorStore, unusedTicket } from './door-store.ts';
import type { VirtualTime } from './virtual-time.ts';

export const START = Date.parse('2026-11-27T23:00:00+04:00');
const HOURS_MS = 8 * 3_600_000;
const EVENT_ID = 1;
export const LICENSED = 5;
const USER_ID = 9;
const Look = z.object({ ticketId: z.number(), answered: z.array(z.enum(QUESTIONS)) });
const LOOK_ID = '00000000-0000-4000-8000-000000000000';
const VERSION_KEY = new Uint8Array(32);
const event = {
  id: EVENT_ID,
  name: 'ტესტი',
  nameLat: 'Test',
  startDate: toWireTime(new Date(START)),
  endDate: toWireTime(new Date(START + HOURS_MS)),
  state: 'published' as const,
};
const guest = {
  firstName: 'Nino',
  lastName: 'Beridze',
  birthdate: '1998-04-12',
  status: 'Verified',
  ticketTypeName: '',
  ticketTypeNameLat: '',
  holderName: '',
} as const;
const list = listFrom(START);
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const head: OfflineManifestHead = {
  event,
  door: { licensed: LICENSED, exits: 'always', exitsUntil: null, opensAt: null, isAutomatic: false },
  neighbours: [],
  publicKey: publicKey.export({ format: 'jwk' }).x ?? '',
  ruleVersion: RULE_VERSION,
  endsAt: event.endDate,
};

async function issue(id: number) {
  const text = signedTicketText({ userId: USER_ID, ticketId: id, eventId: EVENT_ID });
  const code = formatQrText({ userId: USER_ID, ticketId: id, signature: sign(null, Buffer.from(text), privateKey).toString('base64url') });
  return { id, code, key: await lookupKeyOf(code), sealed: await encryptRow(code, EVENT_ID, guest) };
}
export const TICKETS = await Promise.all([1, 2, 3, 4].map(issue));
type Ticket = (typeof TICKETS)[number];

const scannerDeviceIdOf = (place: number): string => `00000009-0000-4000-8000-${String(place).padStart(12, '0')}`;

/** The server of one event's door: its rule, its order of uploads and its list versions, with memory in place of the database. */
export class DoorServer {
  readonly store: DoorStore;
  readonly doors: Door[];
  /** Every accepted upload, for sending it again. */
  readonly taken: { place: number; body: unknown }[] = [];
  readonly refunded = new Set<number>();
  readonly banned = new Set<number>();
  private readonly entries = entriesFrom(START, LICENSED);
  private readonly time: VirtualTime;
  private readonly last = new Map<number, number>();
  private readonly rowsAtEnd = new Map<number, number>();

  constructor(time: VirtualTime, phones: number, apply = applyScans) {
    this.time = time;
    const all = TICKETS.map((ticket) => ({ ...unusedTicket(ticket.id), decide: this.ruleOf(ticket.id) }));
    this.store = createStore(() => new Date(time.now), all, { apply, entries: this.entries });
    this.doors = Array.from({ length: phones }, (_, place) => {
      return { scannerDeviceId: scannerDeviceIdOf(place), eventId: EVENT_ID, rights: DEVICE_RIGHTS, endedAt: null, isRevoked: false };
    });
  }

  pair(place: number): ScannerDeviceView {
    const of = { scannerDeviceId: scannerDeviceIdOf(place), name: `Door ${place}`, rights: [...DEVICE_RIGHTS], endsAt: event.endDate };
    return { ...of, event, serverTime: this.serverTime(), serverMs: this.time.now };
  }

  revoke(place: number): void {
    const door = this.doors[place];
    if (!door || door.endedAt !== null) return;
    this.doors[place] = { ...door, endedAt: new Date(this.time.now), isRevoked: true };
    this.rowsAtEnd.set(place, this.store.rows.length);
  }

  isRevoked = (place: number): boolean => this.doors[place]?.endedAt !== null;

  /** Returns the scans of a revoked scanner device that arrived after its end. */
  lateRows = (place: number) =>
    this.store.rows.slice(this.rowsAtEnd.get(place)).filter(({ scannerDeviceId }) => scannerDeviceId === scannerDeviceIdOf(place));

  /** Returns true if a phone's scan arrived only after it was revoked; an earlier refused question does not count. */
  isLate(place: number, scanId: string): boolean {
    const rowsAtEnd = this.rowsAtEnd.get(place);
    if (rowsAtEnd === undefined) return false;
    const before = this.store.rows.slice(0, rowsAtEnd);
    return !before.some((row) => row.scanId === scanId && row.result !== 'refused' && row.result !== 'rejected');
  }

  /** Returns the rule's decision about a ticket now. */
  decide(id: number): { result: string; reason: string } | undefined {
    const ticket = this.store.ticket(id);
    const at = new Date(this.time.now);
    const isRejected = ticket !== undefined && isRejectedAt(ticket, at, DENIAL_HOURS);
    return ticket?.decide({
      usedAt: ticket.usedAt,
      hasLeft: hasLeft(ticket),
      isRejected,
      inside: this.store.inside(),
      at,
      answered: [],
    });
  }

  /** Returns the rule's decision about people of a guest list entry now. */
  decideEntry(id: number, people: number): { result: string; reason: string } | undefined {
    const arrivals = this.store.arrivals();
    const sum = (some: typeof arrivals) => some.reduce((all, one) => all + one.people, 0);
    const arrived = sum(arrivals.filter(({ entryId }) => entryId === id));
    const entry = this.entries.find((one) => one.id === id);
    return entry?.decide({
      people,
      arrived,
      listArrived: sum(arrivals),
      inside: this.store.inside(),
      at: new Date(this.time.now),
      answered: [],
    });
  }

  /** @throws AppError device_ended */
  offlineManifest(place: number): OfflineManifestView {
    if (this.isRevoked(place)) throw new AppError('device_ended');
    const live = { inside: this.store.inside(), arrivals: this.store.arrivals(), conflicts: this.conflicts().toReversed() };
    const rows = TICKETS.map((one) => this.rowOf(one));
    const of = { serverTime: this.serverTime(), after: this.lastSequence(place), version: this.version(live, rows) };
    return { ...head, ...of, live, lists: [list], rows };
  }

  /** @throws AppError device_ended */
  changes(place: number, since: string): ChangesView {
    const { rows, lists, live, version, serverTime, after } = this.offlineManifest(place);
    const { isHeadNew, isLiveNew, isTicketNew } = differenceOf(since, version);
    const changed = rows.filter((_, row) => isTicketNew(TICKETS[row]?.id ?? 0));
    const news = { head: isHeadNew ? head : null, lists: isHeadNew ? lists : null, live: isLiveNew ? live : null };
    return { since, serverTime, after, version, ...news, rows: changed };
  }

  lastSequence = (place: number): number => this.last.get(place) ?? 0;

  /** @throws AppError scans_missing */
  take(place: number, body: unknown): ScanReceipt {
    const door = this.doors[place];
    if (!door) throw new Error(`There is no phone ${place}.`);
    const { scans } = ScanUpload.parse(body);
    const lastSequence = checkOrder(this.lastSequence(place), scans);
    this.taken.push({ place, body });
    this.last.set(place, lastSequence);
    const readable = scans.filter((scan): scan is DeviceScan => !('isUnreadable' in scan));
    if (readable.length < scans.length) throw new Error('A phone sent what cannot be read.');
    const typed = new Set(readable.filter(({ code }) => code === undefined).map(({ scanId }) => scanId));
    const outcomes = this.store.upload(door, readable).map((outcome) => {
      const ticket = typed.has(outcome.scanId) ? TICKETS.find(({ id }) => id === outcome.ticketId) : undefined;
      return { ...outcome, used: null, rejection: null, event: null, guest: null, key: ticket?.key ?? null };
    });
    return { serverTime: this.serverTime(), serverMs: this.time.now, lastSequence, outcomes };
  }

  /** What the door would decide about a ticket number. */
  look(place: number, body: unknown): ScanOutcome {
    const { ticketId, answered } = Look.parse(body);
    const at = new Date(this.time.now).toISOString();
    const look = { scanId: LOOK_ID, sequence: 1, kind: 'in', ticketId, decidedBy: 'server' } as const;
    const scan = { ...look, answered, at, offsetMs: 0, uncertaintyMs: 0 };
    const door = this.doors[place];
    const [outcome] = door ? this.store.look(door, scan) : [];
    if (!outcome) throw new Error(`There is no phone ${place}.`);
    return { ...outcome, used: null, rejection: null, event: null, guest: null, key: null };
  }

  /** Returns the conflicts, newest first. */
  conflicts(): PhoneConflict[] {
    const { rows } = this.store;
    return rows.flatMap((row, place): PhoneConflict[] => {
      if (row.result !== 'conflict') return [];
      const first = rows.find(
        ({ ticketId, entryId, result, kind }) =>
          ticketId === row.ticketId && entryId === row.entryId && result === 'accepted' && kind === 'in',
      );
      const admissions = [row, ...(first ? [first] : [])].map(({ scannerDeviceId, decidedAt }) => {
        return { door: '', at: toWireTime(decidedAt), uncertaintyMs: 0, scannerDeviceId };
      });
      const key = TICKETS.find(({ id }) => id === row.ticketId)?.key ?? null;
      return [{ id: place + 1, reason: row.reason, key, entryId: row.entryId, admissions, isOrderCertain: true }];
    });
  }

  serverTime = (): string => toWireTime(new Date(this.time.now));

  /** Many questions get an unchanged list, so its version is computed once. */
  private lastVersion = { content: '', version: '' };

  private version(live: OfflineManifestView['live'], rows: readonly OfflineManifestRow[]): string {
    const content = JSON.stringify([live, rows]);
    if (this.lastVersion.content !== content) {
      const tickets = rows.map((row, place) => ({ id: TICKETS[place]?.id ?? 0, content: JSON.stringify(row) }));
      this.lastVersion = {
        content,
        version: versionOf(VERSION_KEY, { head: JSON.stringify([head, list]), live: JSON.stringify(live), tickets }),
      };
    }
    return this.lastVersion.version;
  }

  private rowOf({ id, key, sealed }: Ticket): OfflineManifestRow {
    const ticket = this.store.ticket(id) ?? unusedTicket(id);
    const state = this.refunded.has(id) ? ('refunded' as const) : ('valid' as const);
    const usedAt = ticket.usedAt && toWireTime(ticket.usedAt);
    return {
      key,
      state,
      usedAt,
      hasLeft: hasLeft(ticket),
      isBanned: this.banned.has(id),
      isDoubtful: false,
      usedDoor: usedAt && '',
      rejection: this.rejectionOf(ticket),
      sealed,
    };
  }

  private rejectionOf(ticket: ScannedTicket): OfflineManifestRow['rejection'] {
    const last = isRejectedAt(ticket, new Date(this.time.now), DENIAL_HOURS) ? ticket.rejections.at(-1) : undefined;
    return last ? { at: toWireTime(last.at), door: '', reason: 'rejected_by_staff' } : null;
  }

  private ruleOf(id: number): ScannedTicket['decide'] {
    return (entry) => {
      const now = new Date(this.time.now);
      const ticket = {
        id,
        userId: USER_ID,
        eventId: EVENT_ID,
        state: this.refunded.has(id) ? ('refunded' as const) : ('valid' as const),
        usedAt: entry.usedAt,
        eventState: event.state,
        claim: 'bearer' as const,
        isGiven: false,
        guest: { bannedAt: this.banned.has(id) ? now : null, bannedUntil: null },
      };
      const rule = { eventId: EVENT_ID, licensed: LICENSED, exits: 'always' as const, opensAt: undefined, now };
      return ruleFor(ticket, rule)(entry);
    };
  }
}
