import { DOOR_PATH } from '#shared/door/scanner-devices.ts';
import { DOOR_STORE } from './door-store.ts';

const WORKER = `${DOOR_PATH}/worker.js`;

/** Stores the page on a scanner device, so that it opens without a network. Returns false if the browser stores nothing. */
export async function storeDoor(): Promise<boolean> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return false;
  try {
    await navigator.serviceWorker.register(WORKER, { scope: DOOR_PATH, updateViaCache: 'none' });
    await navigator.serviceWorker.ready;
    return true;
  } catch {
    // Without a network an installed worker stays.
    return (await registration()) !== undefined;
  }
}

const registration = async (): Promise<ServiceWorkerRegistration | undefined> =>
  navigator.serviceWorker.getRegistration(DOOR_PATH).catch(() => undefined);

/** Removes the stored page from an unpaired phone. */
export async function forgetDoor(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  await (await registration())?.unregister();
  await caches.delete(DOOR_STORE).catch(() => false);
}

const RELOADED = 'rkali.door-rule';
const NEW_RELEASE_MS = 10_000;

/** Reloads the page once if the server has a newer rule, after renewing the stored copy. */
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
