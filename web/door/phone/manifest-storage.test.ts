import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import type { OfflineManifestView } from '#shared/door/offline-manifest.ts';
import { createSealingKey } from './encrypted-text.ts';
import { ManifestStorage } from './manifest-storage.ts';
import { openStore } from './store.ts';

// What storage does not read is left out.
const view = {
  version: '1',
  serverTime: '2026-11-20T18:00:00.000Z',
  after: 0,
  rows: [],
  lists: [],
  live: { arrivals: [] },
} as unknown as OfflineManifestView;

async function openStorage() {
  const store = await openStore(randomUUID());
  onTestFinished(() => store.close());
  return { store, storage: new ManifestStorage(store, await createSealingKey()) };
}

test('a phone that is unpaired while a manifest is encrypted stores nothing of it', async () => {
  const { store, storage } = await openStorage();
  const storing = storage.storeWhole(view);
  storage.close();
  await storing;
  expect([await store.readOfflineManifest(), await store.readLists(), storage.current]).toEqual([undefined, undefined, undefined]);
});

test('a paired phone stores it', async () => {
  const { store, storage } = await openStorage();
  await storage.storeWhole(view);
  expect(await store.readOfflineManifest()).toMatchObject({ version: '1' });
  expect(storage.current).toMatchObject({ version: '1' });
});
