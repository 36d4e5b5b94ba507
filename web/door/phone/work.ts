import type { PackView } from '#shared/door/pack.ts';
import type { FoundGuest, PassView } from '#shared/door/pass.contract.ts';
import { createDoorKey, publicKeyOf } from '#shared/door/sign-call.ts';
import { ApiError } from '#shared/errors.ts';
import { browserClocks, createClock, type Clocks } from './clock.ts';
import type { DoorPhone, PhoneState } from './door-phone.ts';
import { followChanges, type Following } from './follow-changes.ts';
import { createLink } from './link.ts';
import { createScanLog } from './scan-log.ts';
import { createScanning } from './scanning.ts';
import { createSealingKey } from './sealed-text.ts';
import { createPassCalls, type Fetch } from './signed-send.ts';
import type { Store, StoredPack, StoredPass } from './store.ts';
import { createUploads } from './sync.ts';

export type Work = Omit<DoorPhone, 'getState' | 'subscribe'>;

type Place = {
  store: Store;
  fetchAnswer: Fetch;
  clocks?: Clocks;
  liveMs: number | undefined;
  show: (next: Partial<PhoneState>) => void;
  state: () => PhoneState;
};

/** A phone over its opened store. */
export async function createWork({ store, fetchAnswer, clocks = browserClocks, liveMs, show, state }: Place): Promise<Work> {
  let pass: StoredPass | undefined = await store.readPass();
  let pack: StoredPack | undefined = await store.readPack();
  let following: Following | undefined;
  let pairing: { secret: string; key: CryptoKeyPair } | undefined;
  const acknowledged = new Set(await store.readAcknowledged());
  const clock = createClock(await store.readClock(), clocks);
  const link = createLink(clock.steady);
  const calls = createPassCalls(fetchAnswer, clock, () => pass && { passId: pass.view.passId, key: pass.key });

  const open = async (own: StoredPass) => {
    const log = await createScanLog(store, clock, own.sealing);
    const uploads = createUploads({ calls, log, clock, packVersion: () => pack?.serverTime });
    const scanning = createScanning({ liveMs, store, log, uploads, link, clock, pack: () => pack, onFull: (isFull) => show({ isFull }) });
    return { log, uploads, scanning };
  };
  let opened = pass && (await open(pass));

  const refresh = async (): Promise<void> => {
    const refused = (await store.allScans()).flatMap((scan) =>
      scan.outcome?.result === 'impossible' ? [{ scanId: scan.scanId, at: new Date(scan.at), outcome: scan.outcome }] : [],
    );
    const own = pass?.view.passId;
    const conflicts = (pack?.live.conflicts ?? []).filter(
      ({ id, admissions }) => !acknowledged.has(id) && admissions.some(({ passId }) => passId === own),
    );
    show({
      pass: pass?.view,
      head: pack?.head,
      link: link.state(),
      inside: pack?.live.inside,
      refused,
      conflicts,
      unsent: opened?.log.unsent() ?? 0,
      listAt: pack && new Date(pack.serverTime),
      clock: clock.reckoning(),
    });
  };

  let isEnded = false;
  /** What is unsent still goes: the server takes it for a day. */
  const end = async (): Promise<void> => {
    isEnded = true;
    following?.wake();
    await refresh();
    show({ phase: 'ended' });
  };

  /** What a call says about the pass or the line. Returns true if the pass is over. */
  const isOver = (error: unknown): boolean =>
    error instanceof ApiError && (error.body.code === 'pass_ended' || error.body.code === 'pass_unknown');

  const send = async (): Promise<void> => {
    if (!opened) return;
    try {
      await opened.uploads.sendAll();
      link.answered();
      show({ isFull: false });
      if (isEnded) following?.stop();
      const { offsetMs, uncertaintyMs } = clock.reckoning();
      if (pass) await store.keep('clock', { offsetMs, uncertaintyMs });
    } catch (error) {
      if (isOver(error)) following?.stop();
      else link.lost();
      throw error;
    } finally {
      await refresh();
    }
  };

  const keepPack = async (view: PackView, after: number): Promise<void> => {
    const { serverTime, version, live, rows, ...head } = view;
    pack = { head, live, version, serverTime, after };
    await store.keepPack(pack, rows);
    await refresh();
  };

  const start = (): void => {
    if (!opened) return;
    const { uploads } = opened;
    show({ phase: 'ready' });
    following = followChanges({
      calls,
      send,
      lastSequence: uploads.lastSequence,
      pack: () => pack,
      keepPack,
      async keepChanges({ since, serverTime, version, head, live, rows }, after) {
        // A row may have changed back meanwhile: the next answer follows this version.
        if (!pack || since !== pack.version) return;
        pack = { head: head ?? pack.head, live: live ?? pack.live, version, serverTime, after };
        await store.keepChanges(pack, rows);
        await refresh();
      },
      onLine(isAlive) {
        if (isAlive) link.answered();
        else link.lost();
        show({ link: link.state(), clock: clock.reckoning() });
      },
      isOver,
      onOver: () => void end(),
    });
  };

  /** After each scan: what is new on the screen at once, and to the server in the background. */
  const afterScan = async <T>(result: Promise<T>): Promise<T> => {
    try {
      return await result;
    } catch (error) {
      if (isOver(error)) await end();
      throw error;
    } finally {
      await refresh();
      if ((opened?.log.unsent() ?? 0) > 0) following?.wake();
    }
  };

  const forget = async (): Promise<void> => {
    following?.stop();
    await store.wipe();
    [pass, pack, opened, isEnded] = [undefined, undefined, undefined, false];
    acknowledged.clear();
    await refresh();
  };

  const adopt = async (view: PassView, key: CryptoKeyPair): Promise<void> => {
    await forget();
    pass = { view, key, sealing: await createSealingKey() };
    await store.keep('pass', pass);
    opened = await open(pass);
    await refresh();
    start();
  };

  await refresh();
  if (opened) start();
  else show({ phase: 'unpaired' });

  return {
    async pair(secret) {
      // A lost answer is repeated by the server for the same key.
      if (pairing?.secret !== secret) pairing = { secret, key: await createDoorKey() };
      const { key } = pairing;
      await adopt(await calls.pair({ body: { secret, publicKey: await publicKeyOf(key) } }), key);
    },
    scan: (text, mode) => afterScan(scanningOf(opened).scan(text, mode)),
    scanNumber: (ticketId, mode) => afterScan(scanningOf(opened).scanNumber(ticketId, mode)),
    undo: (scanId) => afterScan(scanningOf(opened).undo(scanId)),
    count: (kind) => afterScan(scanningOf(opened).count(kind)),
    search: (name): Promise<readonly FoundGuest[]> => calls.search({ body: { name } }),
    async acknowledge(conflictId) {
      acknowledged.add(conflictId);
      await store.keep('acknowledged', [...acknowledged]);
      await refresh();
    },
    async leave() {
      if (state().phase !== 'ended') {
        await send();
        await calls.leave();
      }
      await forget();
      show({ phase: 'ended' });
    },
    close() {
      following?.stop();
      store.close();
    },
  };
}

function scanningOf<T>(opened: { scanning: T } | undefined): T {
  if (!opened) throw new ApiError(401, {});
  return opened.scanning;
}
