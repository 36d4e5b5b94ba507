import type { Fetch } from './signed-send.ts';
import { browserClocks, type Clocks } from './clock.ts';
import type { DoorPhone, PhoneState } from './door-phone.ts';
import { openStore } from './store.ts';
import { createWork, type Work } from './session.ts';

const EMPTY: PhoneState = {
  phase: 'loading',
  scannerDevice: undefined,
  head: undefined,
  link: 'connecting',
  inside: undefined,
  unsent: 0,
  refused: [],
  conflicts: [],
  listed: [],
  listAt: undefined,
  clock: { offsetMs: 0, uncertaintyMs: 0, isJumped: false },
  isFull: false,
};

/** What a phone needs from its browser, and its wait for a live answer; tests pass their own. */
type Surroundings = { fetchAnswer?: Fetch; clocks?: Clocks; storeName?: string; liveMs?: number };

/** Opens this browser's phone: its stored data, its connection to the server, and a queue of scans. */
export function openDoorPhone({ fetchAnswer = fetchOwn, clocks = browserClocks, storeName, liveMs }: Surroundings = {}): DoorPhone {
  const listeners = new Set<() => void>();
  let state = EMPTY;
  const show = (next: Partial<PhoneState>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  // The browser also closes the storage when it deletes this site's data at the end of a scanner device.
  const onLost = () => state.phase !== 'ended' && show({ phase: 'blocked' });
  const opening = openStore(storeName, () => void onLost())
    .then((store) => createWork({ store, fetchAnswer, clocks, liveMs, show }))
    .catch((): undefined => {
      show({ phase: 'blocked' });
      return undefined;
    });
  /** One scan after another: two codes read at the same moment must not both find the ticket unused. */
  let queue: Promise<unknown> = opening;
  const inTurn = <T>(work: (phone: Work) => Promise<T>): Promise<T> => {
    const turn = queue.then(async () => {
      const phone = await opening;
      if (!phone) throw new DOMException('This browser stores nothing.', 'InvalidStateError');
      return work(phone);
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
    pair: (secret) => inTurn((phone) => phone.pair(secret)),
    scan: (text, mode) => inTurn((phone) => phone.scan(text, mode)),
    scanNumber: (ticketId, mode) => inTurn((phone) => phone.scanNumber(ticketId, mode)),
    admitEntry: (entryId, people) => inTurn((phone) => phone.admitEntry(entryId, people)),
    undo: (scanId) => inTurn((phone) => phone.undo(scanId)),
    count: (kind) => inTurn((phone) => phone.count(kind)),
    acknowledge: (conflictId) => inTurn((phone) => phone.acknowledge(conflictId)),
    leave: () => inTurn((phone) => phone.leave()),
    async search(name) {
      const phone = await opening;
      return phone ? phone.search(name) : [];
    },
    close: () => void opening.then((phone) => phone?.close()),
  };
}

const fetchOwn: Fetch = (url, init) => fetch(url, init);
