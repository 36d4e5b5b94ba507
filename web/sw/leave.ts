import { STORE_PREFIX } from '#shared/offline.ts';
import { scope } from './scope.ts';

/** Served instead of the worker when it is switched off: takes its place, empties its stores and goes. */
scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener('activate', (event) => event.waitUntil(leave()));

async function leave(): Promise<void> {
  const ours = (await caches.keys()).filter((name) => name.startsWith(STORE_PREFIX));
  await Promise.all(ours.map((name) => caches.delete(name)));
  await scope.registration.unregister();
}
