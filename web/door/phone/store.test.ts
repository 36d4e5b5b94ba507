import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { openDB } from 'idb';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from './store.ts';

/** Stores what a phone of before version 1.0 had: a pass, its pack and two scans. */
async function storeFormer(name: string, passId: string): Promise<void> {
  const db = await openDB(name, 1, {
    upgrade(fresh) {
      fresh.createObjectStore('single');
      fresh.createObjectStore('rows', { keyPath: 'key' });
      const scans = fresh.createObjectStore('scans', { keyPath: 'sequence' });
      scans.createIndex('key', 'key');
      scans.createIndex('open', 'isAcknowledged');
    },
  });
  await db.put('single', { view: { passId, name: 'Main 1' }, key: 'keys', sealing: 'sealing' }, 'pass');
  await db.put('single', { head: {}, live: {}, version: 'v' }, 'pack');
  for (const [sequence, isAcknowledged] of [
    [1, 1],
    [2, 0],
  ])
    await db.put('scans', { sequence, isAcknowledged, key: 'k', packVersion: '2026-11-21T23:00:00.000Z' });
  db.close();
}

test('a phone of before version 1.0 stays paired and has its unsent scans', async () => {
  const [name, id] = [randomUUID(), randomUUID()];
  await storeFormer(name, id);
  const store = await openStore(name);
  onTestFinished(() => store.close());
  expect(await store.readScannerDevice()).toEqual({ view: { scannerDeviceId: id, name: 'Main 1' }, key: 'keys', sealing: 'sealing' });
  expect(await store.readOfflineManifest()).toBeUndefined();
  expect(await store.openScans()).toEqual([
    { sequence: 2, isAcknowledged: 0, key: 'k', offlineManifestVersion: '2026-11-21T23:00:00.000Z' },
  ]);
});

test('a phone that was never paired has nothing', async () => {
  const store = await openStore(randomUUID());
  onTestFinished(() => store.close());
  expect([await store.readScannerDevice(), await store.openScans()]).toEqual([undefined, []]);
});
