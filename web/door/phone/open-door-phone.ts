import type { Fetch } from './signed-send.ts';
import { browserClocks, type Clocks } from './clock.ts';
import { type DoorPhone, type PhoneState, UNPAIRED } from './door-phone.ts';
import { openPhoneSession, type PhoneSession } from './session.ts';
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

/** Opens this browser's phone: its stored data, its connection to the server, and a queue of scans. */
export function openDoorPhone({ fetchAnswer = fetchOwn, clocks = browserClocks, storeName, liveMs }: Surroundings = {}): DoorPhone {
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
  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    pair: (secret) => inTurn((session) => session.pair(secret)),
    scan: (text, mode, answered) => inTurn((session) => session.scan(text, mode, answered)),
    scanNumber: (ticketId, mode, answered) => inTurn((session) => session.scanNumber(ticketId, mode, answered)),
    admitEntry: (entryId, people, answered) => inTurn((session) => session.admitEntry(entryId, people, answered)),
    explain: (scanId, because, refund) => inTurn((session) => session.explain(scanId, because, refund)),
    undo: (scanId) => inTurn((session) => session.undo(scanId)),
    async acts() {
      const session = await opening;
      return session ? session.acts() : [];
    },
    count: (kind) => inTurn((session) => session.count(kind)),
    acknowledge: (conflictId) => inTurn((session) => session.acknowledge(conflictId)),
    leave: () => inTurn((session) => session.leave()),
    async search(name) {
      const session = await opening;
      return session ? session.search(name) : [];
    },
    close: () => void opening.then((session) => session?.close()),
  };
}

const fetchOwn: Fetch = (url, init) => fetch(url, init);
