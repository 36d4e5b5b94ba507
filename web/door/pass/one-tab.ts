const LOCK = 'rkali-door';

/**
 * Resolves to true when this is the only tab of the door, until it is closed. `waits`: waits for the other tab to go. Browsers without locks
 * get no answer but yes.
 */
export const holdDoor = (waits = false): Promise<boolean> =>
  new Promise((resolve) => {
    if (!('locks' in navigator)) return resolve(true);
    const hold = async (lock: Lock | null) => {
      resolve(lock !== null);
      if (lock) await new Promise<never>(() => undefined);
    };
    navigator.locks.request(LOCK, waits ? {} : { ifAvailable: true }, hold).catch(() => resolve(true));
  });
