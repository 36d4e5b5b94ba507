import { DOOR_PATH } from '#shared/door/scanner-devices.ts';
import { type FetchEvent, scope } from '#web/lib/worker-scope.ts';
import { DOOR_STORE } from './door-store.ts';

/** The door's files, including the decoder; set by the build (tools/vite/door-worker.ts). */
declare const DOOR_FILES: string[];

/** The files of the last installed release. */
const LIST = `${DOOR_PATH}/kept-files`;

scope.addEventListener('install', (event) => event.waitUntil(install()));
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()));
scope.addEventListener('fetch', (event) => {
  const answer = answerTo(event);
  if (answer) event.respondWith(answer);
});

/** Installs the worker only with all files, because an incomplete door page would not work. */
async function install(): Promise<void> {
  const store = await caches.open(DOOR_STORE);
  const before = await listIn(store);
  await Promise.all(DOOR_FILES.map((file) => storeFile(store, file)));
  const page = await fetch(DOOR_PATH, { cache: 'reload' });
  if (!page.ok) throw new Error(`${DOOR_PATH} answered ${page.status}`);
  await store.put(DOOR_PATH, page);
  await store.put(LIST, new Response(JSON.stringify(DOOR_FILES)));
  // A page of the previous release may still load its files.
  const needed = new Set([DOOR_PATH, LIST, ...before, ...DOOR_FILES]);
  const old = (await store.keys()).filter(({ url }) => !needed.has(new URL(url).pathname));
  await Promise.all(old.map((request) => store.delete(request)));
  await scope.skipWaiting();
}

async function storeFile(store: Cache, file: string): Promise<void> {
  if (await store.match(file)) return;
  const answer = await fetch(file);
  if (!answer.ok) throw new Error(`${file} answered ${answer.status}`);
  await store.put(file, answer);
}

async function listIn(store: Cache): Promise<string[]> {
  const files: unknown = await (await store.match(LIST))?.json();
  return Array.isArray(files) ? files.filter((file) => typeof file === 'string') : [];
}

/** The stored copy comes first: in a cellar a network that does not answer is worse than none. */
function answerTo({ request }: FetchEvent): Promise<Response> | undefined {
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return undefined;
  if (request.mode === 'navigate') return pathname === DOOR_PATH ? storedOrFetched(DOOR_PATH, request) : undefined;
  return pathname.startsWith(`${DOOR_PATH}/files/`) ? storedOrFetched(pathname, request) : undefined;
}

const storedOrFetched = async (name: string, request: Request): Promise<Response> =>
  (await (await caches.open(DOOR_STORE)).match(name)) ?? fetch(request);
