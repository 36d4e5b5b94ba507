import type { FoundGuest } from '#shared/door/scanner-device.contract.ts';
import type { Answered } from '#shared/door/questions.ts';
import type { RejectReason } from '#shared/door/scanner-devices.ts';
import { type Act, readActs } from './acts.ts';
import { admitListed } from './admit-listed.ts';
import { browserClocks, type Clocks } from './clock.ts';
import { type Explanation, type PhoneState, type PhoneVerdict, type ScanMode, UNPAIRED } from './door-phone.ts';
import type { PairedDevice } from './paired-device.ts';
import { countPerson, explainRejection, scanCode, scanNumber, undoScan } from './scanning.ts';
import { openPhoneSession, type PhoneSession } from './session.ts';
import type { Fetch } from './signed-send.ts';
import { openStore } from './store.ts';

const LOADING: PhoneState = {
  ...UNPAIRED,
  phase: 'loading',
  connectivity: 'connecting',
  clock: { offsetMs: 0, uncertaintyMs: 0, isJumped: false },
  isFull: false,
};

/** What a phone needs from its browser, and its wait for a live answer; tests pass their own. */
type Surroundings = { fetchAnswer?: Fetch; clocks?: Clocks; storeName?: string; liveMs?: number };

/** A scanner device, without its screens. No method throws because of a missing network unless stated. */
export type DoorPhone = ReturnType<typeof openDoorPhone>;

/** Opens this browser's phone: its stored data, its connection to the server, and a queue of scans. */
export function openDoorPhone({ fetchAnswer = fetchOwn, clocks = browserClocks, storeName, liveMs }: Surroundings = {}) {
  const listeners = new Set<() => void>();
  let state = LOADING;
  const show = (next: Partial<PhoneState>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  // The browser also closes the storage when it deletes this site's data at the end of a scanner device.
  const onLost = () => state.phase !== 'ended' && show({ phase: 'blocked' });
  const opening = openStore(storeName, () => void onLost())
    .then((store) => openPhoneSession({ store, fetchAnswer, clocks, liveMs, show }))
    .catch((): undefined => {
      show({ phase: 'blocked' });
      return undefined;
    });
  /** One scan after another: two codes read at the same moment must not both find the ticket unused. */
  let queue: Promise<unknown> = opening;
  const inTurn = <T>(work: (session: PhoneSession) => Promise<T>): Promise<T> => {
    const turn = queue.then(async () => {
      const session = await opening;
      if (!session) throw new DOMException('This browser stores nothing.', 'InvalidStateError');
      return work(session);
    });
    queue = turn.catch(() => undefined);
    return turn;
  };
  const scanBy = <T>(scan: (device: PairedDevice) => Promise<T>) => inTurn((session) => session.scanBy(scan));
  return {
    getState: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Pairs the phone by a one-time secret. @throws ApiError pairing_failed, or with status 0 without a network */
    pair: (secret: string) => inTurn((session) => session.pair(secret)),
    /** Decides about a read text; the scan is on disk before this resolves. `answered`: what a person was asked, and admits. */
    scan: (text: string, mode: ScanMode, answered: Answered = []): Promise<PhoneVerdict> =>
      scanBy((device) => scanCode(device, text, { mode, answered })),
    /** Decides about a typed number or a found guest, which only the server can. @throws ApiError with status 0 without a network */
    scanNumber: (ticketId: number, mode: ScanMode, answered: Answered = []): Promise<PhoneVerdict> =>
      scanBy((device) => scanNumber(device, ticketId, { mode, answered })),
    /** Admits people by a guest list entry, with or without a network. */
    admitEntry: (entryId: number, people: number, answered: Answered = []): Promise<PhoneVerdict> =>
      scanBy((device) => admitListed(device, { entryId, people, answered })),
    /** Gives a rejection by this phone its reason, or a refund a minute later. Nothing waits for the server's answer. */
    explain: (scanId: string, because: RejectReason, refund?: string): Promise<Explanation> =>
      scanBy((device) => explainRejection(device, scanId, { because, refund })),
    undo: (scanId: string) => scanBy((device) => undoScan(device, scanId)),
    /** Counts one person without a ticket in or out. */
    count: (kind: 'plus' | 'minus') => scanBy((device) => countPerson(device, kind)),
    /** What this phone did last, newest first. */
    async acts(): Promise<readonly Act[]> {
      const device = (await opening)?.device;
      return device ? readActs(device.log, device.clock.now()) : [];
    },
    /** @throws ApiError with status 0 without a network */
    search: async (name: string): Promise<readonly FoundGuest[]> => (await opening)?.calls.search({ body: { name } }) ?? [],
    acknowledge: (conflictId: number) => inTurn(async ({ device }) => device?.acknowledge(conflictId)),
    /** Sends unsent scans, unpairs the phone and deletes everything. @throws ApiError with status 0 while scans are unsent */
    leave: () => inTurn((session) => session.leave()),
    close: () => void opening.then((session) => session?.close()),
  };
}

const fetchOwn: Fetch = (url, init) => fetch(url, init);
