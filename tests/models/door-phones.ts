import fc from 'fast-check';
import { z } from 'zod';
import type { Door, Outcome } from '#server/door/scans/apply-scans.ts';
import type { PassScan } from '#shared/door/pass-scan.schemas.ts';
import { PASS_RIGHTS, SHOWN_REASONS } from '#shared/door/passes.ts';
import type { DoorStore } from './door-store.ts';

export const PHONES = 3;
export const TICKETS = 3;
const ShownReason = z.enum(SHOWN_REASONS);
const SKEW_MAX_MS = 600_000;

/** How a call ends: `lost` on the way there, `unheard` on the way back, `doubled` arrives twice, `late` arrives after later calls. */
const fate = fc.constantFrom('answered', 'answered', 'lost', 'unheard', 'doubled', 'late');
type Fate = typeof fate extends fc.Arbitrary<infer F> ? F : never;

const phone = fc.nat({ max: PHONES - 1 });
const ticket = fc.integer({ min: 1, max: TICKETS });

/** What happens at the doors. `see`: a guest's code is read; `kill`: the page is killed while it asks the server about a code. */
export const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('see' as const), phone, ticket, fate }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('kill' as const), phone, ticket, fate }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('undo' as const), phone }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('sync' as const), phone, fate }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('reject' as const), phone, ticket }) },
);
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
export const skews = fc.array(fc.integer({ min: -SKEW_MAX_MS, max: SKEW_MAX_MS }), { minLength: PHONES, maxLength: PHONES });

/** An entry of a phone's log. It leaves the log when the server has acknowledged it. */
type Logged = { scan: PassScan; isAcknowledged: boolean; outcome?: Outcome };

const uuid = (phoneNumber: number, sequence: number): string =>
  `0000000${phoneNumber}-0000-4000-8000-${String(sequence).padStart(12, '0')}`;

/** Phones with passes at the doors of one event, as decision 83 has them, over a network that does anything. */
export class Phones {
  readonly logs: Logged[][] = Array.from({ length: PHONES }, () => []);
  readonly doors: Door[] = Array.from({ length: PHONES }, (_, place) => ({
    passId: uuid(9, place),
    eventId: 1,
    rights: PASS_RIGHTS,
    endedAt: null,
  }));
  private readonly late: (() => void)[] = [];
  private readonly store: DoorStore;
  private readonly skewsMs: readonly number[];
  private readonly now: Date;

  constructor(store: DoorStore, skewsMs: readonly number[], now: Date) {
    this.store = store;
    this.skewsMs = skewsMs;
    this.now = now;
  }

  play(happening: Step): void {
    const { phone: place } = happening;
    if (happening.does === 'sync') this.sync(place, happening.fate);
    else if (happening.does === 'undo') this.undo(place);
    else if (happening.does === 'reject') this.log(place, { kind: 'reject', code: String(happening.ticket), decidedBy: 'phone' });
    else this.see(place, happening);
  }

  /** The network is whole again: late calls arrive, and every phone sends what it has. */
  heal(): void {
    for (const arrive of this.late.splice(0)) arrive();
    for (const place of this.logs.keys()) this.sync(place, 'answered');
  }

  /** Sends everything once more, as if nothing had been acknowledged. */
  repeat(): void {
    for (const [place, log] of this.logs.entries())
      this.store.upload(
        this.door(place),
        log.map(({ scan }) => scan),
      );
  }

  private door(place: number): Door {
    const door = this.doors[place];
    if (!door) throw new Error(`There is no phone ${place}.`);
    return door;
  }

  private logOf(place: number): Logged[] {
    return this.logs[place] ?? [];
  }

  private log(place: number, scan: Pick<PassScan, 'kind' | 'decidedBy'> & Partial<PassScan>): Logged {
    const log = this.logOf(place);
    const sequence = log.length + 1;
    const offsetMs = this.skewsMs[place] ?? 0;
    const at = new Date(this.now.getTime() - 3_600_000 + sequence * 1_000 + offsetMs).toISOString();
    const entry: Logged = {
      scan: { scanId: uuid(place, sequence), sequence, at, offsetMs, uncertaintyMs: 500, ...scan },
      isAcknowledged: false,
    };
    log.push(entry);
    return entry;
  }

  /** The phone refuses what it knows to be used, asks the server about the rest, and decides alone when it hears nothing. */
  private see(place: number, { does, ticket: number, fate: end }: Extract<Step, { ticket: number; fate: Fate }>): void {
    const code = String(number);
    const open = this.logOf(place).find(
      ({ scan }) => scan.code === code && scan.decidedBy === 'server' && scan.kind === 'in' && !scan.shown,
    );
    if (!open && this.hasAdmitted(place, code)) {
      this.log(place, { kind: 'in', code, decidedBy: 'phone', shown: { result: 'refused', reason: 'ticket_used' } });
      return;
    }
    const question = open ?? this.log(place, { kind: 'in', code, decidedBy: 'server' });
    const isAnswered = this.sync(place, end);
    if (does === 'kill') return;
    const { outcome } = question;
    const shown = isAnswered && outcome ? outcome : { result: 'accepted' as const, reason: 'valid' };
    if (!isAnswered) Object.assign(question, { isAcknowledged: false, scan: { ...question.scan, decidedBy: 'phone' } });
    question.scan.shown = { result: shown.result === 'accepted' ? 'accepted' : 'refused', reason: ShownReason.parse(shown.reason) };
  }

  private hasAdmitted(place: number, code: string): boolean {
    return this.admittedBy(place).some(({ scan }) => scan.code === code);
  }

  /** Entries with which somebody came in, and whose admission was not taken back. */
  admittedBy(place: number): Logged[] {
    const undone = new Set(this.logOf(place).map(({ scan }) => scan.undoneScanId));
    return this.logOf(place).filter(({ scan }) => scan.kind === 'in' && scan.shown?.result === 'accepted' && !undone.has(scan.scanId));
  }

  private undo(place: number): void {
    const last = this.admittedBy(place).at(-1);
    if (last) this.log(place, { kind: 'undo', decidedBy: 'phone', undoneScanId: last.scan.scanId });
  }

  /** Uploads what is not acknowledged; returns true if the phone heard the answer. */
  private sync(place: number, end: Fate): boolean {
    const sent = this.logOf(place).filter(({ isAcknowledged }) => !isAcknowledged);
    const scans = sent.map(({ scan }) => ({ ...scan }));
    const arrive = () => this.store.upload(this.door(place), scans);
    if (end === 'lost') return false;
    if (end === 'late') {
      this.late.push(arrive);
      return false;
    }
    const outcomes = arrive();
    if (end === 'unheard') return false;
    for (const [index, entry] of sent.entries()) Object.assign(entry, { isAcknowledged: true, outcome: outcomes[index] });
    if (end === 'doubled') arrive();
    return true;
  }
}
