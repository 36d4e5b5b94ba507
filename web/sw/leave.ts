import { STORE_PREFIX } from '#shared/offline.ts';
import { scope } from '#web/lib/worker-scope.ts';

/** Served instead of the worker when it is switched off: replaces it, deletes its caches and unregisters itself. */
scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener('activate', (event) => event.waitUntil(leave()));

async function leave(): Promise<void> {
  const ours = (await caches.keys()).filter((name) => name.startsWith(STORE_PREFIX));
  await Promise.all(ours.map((name) => caches.delete(name)));
  await scope.registration.unregister();
}
