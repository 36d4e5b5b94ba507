import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { applyScans } from '#server/door/scans/apply-scans.ts';
import { type Answered, type Question, toQuestion } from '#shared/door/questions.ts';
import type { PhoneState, PhoneVerdict, ScanMode } from '#web/door/phone/door-phone.ts';
import { type DoorPhone, openDoorPhone } from '#web/door/phone/open-door-phone.ts';
import { openStore, type Store } from '#web/door/phone/store.ts';
import { DoorServer, START, TICKETS } from './door-server.ts';
import { Line } from './door-line.ts';
import type { Step } from './door-steps.ts';
import { VirtualTime } from './virtual-time.ts';

/** A ticket, or people who come by a guest list entry. */
type Guest = { ticket: number } | { entry: number; people: number };

/** What a person at a door saw, and when by the server's clock. */
export type Seen = { place: number; guest: Guest; verdict: PhoneVerdict; at: number };

/** What a phone without a network did, and the people inside that it showed before and after. */
export type Counted = { people: number; verdict: PhoneVerdict['verdict'] | 'counted'; reason: string; before: number; after: number };

/** The code that the model runs: complete, or a copy without a guard. */
export type Code = { apply?: typeof applyScans; openPhone?: typeof openDoorPhone };

/** One browser: its page may be killed, but its storage remains. `reader`: another connection to the storage. */
type Browser = { line: Line; storeName: string; reader: Store; page: DoorPhone; skewMs: number; versionAtEnd: string | undefined };

/** Longer than a history, so that no question ends by real time. */
const LIVE_MS = 30_000;
/** Counted, because a busy or paused machine takes any time. */
const REST_TURNS = 1_000_000;
/** The timer of a phone that listens to its stream. */
const SILENT_AFTER_MS = 8_000;
/** A phone's pause before it tries again. */
const RETRY_MS = 2_000;

/** Phones with the code of web/door/phone at the doors of one event, over an unreliable network. */
export class Phones {
  readonly seen: Seen[] = [];
  readonly counted: Counted[] = [];
  readonly server: DoorServer;
  readonly browsers: Browser[] = [];
  readonly time = new VirtualTime(START);
  private readonly openPhone: typeof openDoorPhone;

  private constructor(count: number, { apply, openPhone = openDoorPhone }: Code) {
    this.server = new DoorServer(this.time, count, apply);
    this.openPhone = openPhone;
  }

  static async open(skewsMs: readonly number[], code: Code): Promise<Phones> {
    const phones = new Phones(skewsMs.length, code);
    for (const [place, skewMs] of skewsMs.entries()) await phones.pair(place, skewMs);
    await phones.untilAtRest();
    return phones;
  }

  browser(place: number): Browser {
    const browser = this.browsers[place];
    if (!browser) throw new Error(`There is no phone ${place}.`);
    return browser;
  }

  async play(step: Step): Promise<void> {
    await this.advance(step.afterMs);
    await this.act(step);
    await this.untilAtRest();
    for (const { line } of this.browsers) line.fates = [];
  }

  /** Restores the network: every phone sends what it has, late uploads arrive, and every phone gets all changes. */
  async heal(): Promise<void> {
    for (const { line } of this.browsers) line.rejoin();
    await this.advance(RETRY_MS);
    await this.advance(RETRY_MS);
    for (const { line } of this.browsers) for (const arrive of line.late.splice(0)) arrive();
    for (const { line } of this.browsers) line.push();
    await this.untilAtRest();
  }

  /** Sends every upload once more. */
  repeat = (): void => {
    const before = this.server.taken.slice();
    for (const { place, body } of before) this.server.take(place, body);
  };

  async close(): Promise<void> {
    for (const { page, reader } of this.browsers) {
      page.close();
      reader.close();
    }
    await nextTurn();
    for (const { storeName } of this.browsers) indexedDB.deleteDatabase(storeName);
  }

  private async act(step: Step): Promise<void> {
    if (step.does === 'wait') return;
    if (step.does === 'change') return void this.server[step.becomes].add(step.ticket);
    const { place } = step;
    const { line, page } = this.browser(place);
    if ('fates' in step) line.fates = [...step.fates];
    if (step.does === 'scan') await this.scan(place, step);
    else if (step.does === 'list') await this.admit(place, step);
    else if (step.does === 'type')
      await this.see(place, { ticket: step.ticket }, (answered) => page.scanNumber(step.ticket, step.mode, answered));
    else if (step.does === 'forged') await this.see(place, { ticket: 0 }, () => page.scan('https://example.com', 'in'));
    else if (step.does === 'kill') await this.kill(place, { ticket: step.ticket }, step.isHeard);
    else if (step.does === 'killListed') await this.kill(place, { entry: step.entry, people: step.people }, step.isHeard);
    else if (step.does === 'undo') await this.undo(place);
    else if (step.does === 'count') await this.count(place, step.kind);
    else if (step.does === 'cut') line.isCut = step.is;
    else if (step.does === 'hear') line.push();
    else if (step.does === 'arrive') line.late.shift()?.();
    else await this.revoke(place);
  }

  private async advance(ms: number): Promise<void> {
    this.time.advance(ms);
    await this.untilAtRest();
  }

  private async pair(place: number, skewMs: number): Promise<void> {
    const storeName = randomUUID();
    const line = new Line({ server: this.server, place, time: this.time });
    const page = this.load(line, storeName, skewMs);
    await this.time.run(line, () => page.pair('s'.repeat(43)));
    this.browsers[place] = { line, storeName, reader: await openStore(storeName), page, skewMs, versionAtEnd: undefined };
  }

  private load(line: Line, storeName: string, skewMs: number): DoorPhone {
    const clocks = { wall: () => this.time.now + skewMs, steady: () => this.time.now };
    line.hasLeft = false;
    return this.time.run(line, () => this.openPhone({ storeName, clocks, liveMs: LIVE_MS, fetchAnswer: line.fetch }));
  }

  private async see(place: number, guest: Guest, scan: (answered: Answered) => Promise<PhoneVerdict>): Promise<void> {
    const before = this.browser(place).page.getState();
    const answered: Question[] = [];
    let verdict = await unlessOver(() => scan(answered));
    // A guest who is a question is admitted.
    while (verdict?.verdict === 'ask') {
      const question = toQuestion(verdict.reason);
      if (!question || answered.includes(question)) throw new Error(`The phone asks again: ${verdict.reason}.`);
      answered.push(question);
      verdict = await unlessOver(() => scan(answered));
    }
    if (!verdict) return;
    const came = cameOf(guest, verdict);
    this.seen.push({ place, guest: came, verdict, at: this.time.now });
    this.noteCount(place, { people: 'people' in came ? came.people : 1, verdict: verdict.verdict, reason: verdict.reason, before });
  }

  private async count(place: number, kind: 'plus' | 'minus'): Promise<void> {
    const { page } = this.browser(place);
    const before = page.getState();
    await unlessOver(() => page.count(kind));
    this.noteCount(place, { people: kind === 'plus' ? 1 : -1, verdict: 'counted', reason: kind, before });
  }

  /** Only new scans without a network: otherwise another door may change the number at any time. */
  private noteCount(place: number, { before, ...act }: Omit<Counted, 'after' | 'before'> & { before: PhoneState }): void {
    const { line, page } = this.browser(place);
    const after = page.getState();
    const isNew = line.isCut && after.phase === 'ready' && after.unsent === before.unsent + 1;
    if (isNew && before.inside !== undefined && after.inside !== undefined)
      this.counted.push({ ...act, before: before.inside, after: after.inside });
  }

  private async admit(place: number, { entry, people }: { entry: number; people: number }): Promise<void> {
    const { line, page } = this.browser(place);
    line.isQuestion = true;
    await this.see(place, { entry, people }, (answered) => page.admitEntry(entry, people, answered));
    line.isQuestion = false;
    line.release();
  }

  private async scan(place: number, { ticket, mode }: { ticket: number; mode: ScanMode }): Promise<void> {
    const { line, page } = this.browser(place);
    line.isQuestion = true;
    await this.see(place, { ticket }, (answered) => page.scan(codeOf(ticket), mode, answered));
    line.isQuestion = false;
    line.release();
  }

  /** Kills the page while it asks, or once it has decided alone. Its verdict is not seen. */
  private async kill(place: number, guest: Guest, isHeard: boolean): Promise<void> {
    const browser = this.browser(place);
    const { line, page } = browser;
    line.fates = [isHeard ? 'killed unheard' : 'killed'];
    line.whenKilled = Promise.withResolvers();
    const scanned = this.see(place, guest, (answered) =>
      'ticket' in guest ? page.scan(codeOf(guest.ticket), 'in', answered) : page.admitEntry(guest.entry, guest.people, answered),
    );
    await Promise.race([scanned.catch(() => undefined), line.whenKilled.promise]);
    page.close();
    await nextTurn();
    line.fates = [];
    browser.page = this.load(line, browser.storeName, browser.skewMs);
  }

  private async undo(place: number): Promise<void> {
    const { reader, page } = this.browser(place);
    const undone = new Set((await reader.allScans()).map(({ undoneScanId }) => undoneScanId));
    const isOwn = (one: Seen) => one.place === place && one.verdict.scanId !== '' && !undone.has(one.verdict.scanId);
    const last = this.seen.findLast((one) => isOwn(one) && UNDOABLE.has(one.verdict.verdict));
    if (last) await unlessOver(() => page.undo(last.verdict.scanId));
  }

  private async revoke(place: number): Promise<void> {
    if (this.server.isRevoked(place)) return;
    const browser = this.browser(place);
    browser.versionAtEnd = (await browser.reader.readOfflineManifest())?.version;
    this.server.revoke(place);
    browser.line.end();
  }

  /** Waits until every phone only waits for its timers and its stream. */
  private async untilAtRest(): Promise<void> {
    for (let turns = 0; !this.browsers.every((browser) => this.isAtRest(browser)); turns += 1) {
      if (turns > REST_TURNS) throw new Error('A phone does not come to rest.');
      await nextTurn();
    }
  }

  /** A phone has one timer for sending, and one for its list, which it loses when its pairing ends. */
  private isAtRest({ page, line }: Browser): boolean {
    const { phase } = page.getState();
    if (phase === 'blocked') throw new Error('The phone cannot store anything.');
    if (line.hasLeft) return phase === 'ended';
    if (phase !== 'ready' && phase !== 'ended') return false;
    const waits = this.time.waits(line);
    const isListening = waits.includes(SILENT_AFTER_MS);
    return waits.length === (phase === 'ended' ? 1 : 2) && (!isListening || line.stream?.isAtRest() === true);
  }
}

/** A ban is shown like a denial, and there is nothing to undo. */
const UNDOABLE: ReadonlySet<PhoneVerdict['verdict']> = new Set(['admit', 'reject']);

/** The question of a killed page keeps its own number of people. */
const cameOf = (guest: Guest, { listed }: PhoneVerdict): Guest =>
  'people' in guest ? { ...guest, people: listed?.people ?? guest.people } : guest;

const codeOf = (ticket: number): string => TICKETS.find(({ id }) => id === ticket)?.code ?? '';

/** A phone decides nothing once its pairing has ended, without a list, and about a typed number while offline. */
async function unlessOver<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    const status: unknown = error instanceof Error ? Reflect.get(error, 'status') : undefined;
    if (status === 410 || status === 0) return undefined;
    throw error;
  }
}
