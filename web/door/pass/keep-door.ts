import { DOOR_PATH } from '#shared/door/passes.ts';
import { DOOR_STORE } from './door-store.ts';

const WORKER = `${DOOR_PATH}/worker.js`;

/** Keeps the page on a phone with a pass, so that it opens without a network. Returns false where the browser keeps nothing. */
export async function keepDoor(): Promise<boolean> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return false;
  try {
    await navigator.serviceWorker.register(WORKER, { scope: DOOR_PATH, updateViaCache: 'none' });
    await navigator.serviceWorker.ready;
    return true;
  } catch {
    // Without a network a worker that is already there stays.
    return (await registration()) !== undefined;
  }
}

const registration = async (): Promise<ServiceWorkerRegistration | undefined> =>
  navigator.serviceWorker.getRegistration(DOOR_PATH).catch(() => undefined);

/** Removes the page's copy from a phone that gave its pass back. */
export async function forgetDoor(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  await (await registration())?.unregister();
  await caches.delete(DOOR_STORE).catch(() => false);
}

const RELOADED = 'rkali.door-rule';
const NEW_RELEASE_MS = 10_000;

/** Loads the page of a release with a newer rule, once: the phone's copy is renewed first. */
export async function renewDoor(ruleVersion: number): Promise<void> {
  if (sessionStorage.getItem(RELOADED) === String(ruleVersion)) return;
  sessionStorage.setItem(RELOADED, String(ruleVersion));
  const found = 'serviceWorker' in navigator ? await registration() : undefined;
  if (found) {
    const renewed = new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
    await found.update().catch(() => undefined);
    await Promise.race([renewed, new Promise((resolve) => setTimeout(resolve, NEW_RELEASE_MS))]);
  }
  location.reload();
}
