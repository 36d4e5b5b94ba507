import { expect } from 'vitest';
import type { NewDeviceScan } from '#server/door/scans/device-scans.queries.ts';
import { isAdmission } from '#server/door/scans/scan-rows.ts';
import { OfflineManifestList } from '#shared/door/guest-lists.ts';
import { countArrivals, decideListed, findListed } from '#web/door/phone/listed.ts';
import { openText } from '#web/door/phone/encrypted-text.ts';
import type { StoredScan } from '#web/door/phone/store.ts';
import { PLACES, QUOTA } from './guest-lists.ts';
import { unseenGroups } from './door-people.ts';
import type { Phones } from './door-phones.ts';

const RESULTS = { admit: 'accepted', refuse: 'refused' } as const;

/** Checks what must be true of the guest list once the network is restored and every phone has sent and received everything. */
export async function checkLists(phones: Phones, log: readonly StoredScan[]): Promise<void> {
  checkGroups(phones, unseenGroups(phones, log));
  await checkListRules(phones);
}

/**
 * Everyone admitted by an entry has arrived, those beyond its places or the allocation as conflicts. `unseen`: admitted for a killed page; the
 * next people of the entry at this phone take the question over, so there is never a second one.
 */
function checkGroups({ server, seen }: Phones, unseen: readonly NewDeviceScan[]): void {
  expect(new Set(unseen.map(({ scannerDeviceId, entryId }) => `${scannerDeviceId} ${entryId}`)).size).toBe(unseen.length);
  const { rows } = server.store;
  const undone = new Set(rows.map(({ undoneScanId }) => undoneScanId));
  const entered = rows.filter((row) => row.entryId !== null && isAdmission(row) && !undone.has(row.scanId));
  const acceptedAtServer = new Set(
    rows.filter(({ decidedBy, result }) => decidedBy === 'server' && result === 'accepted').map(({ scanId }) => scanId),
  );
  const accepted = entered.filter(({ result }) => result === 'accepted');
  for (const [id, places] of PLACES) {
    const shown = seen.filter(({ guest, verdict, place }) => {
      return (
        'entry' in guest &&
        guest.entry === id &&
        verdict.verdict === 'admit' &&
        !undone.has(verdict.scanId) &&
        (acceptedAtServer.has(verdict.scanId) || !server.isLate(place, verdict.scanId))
      );
    });
    const groups = [
      ...shown.map(({ guest, verdict }) => ({ scanId: verdict.scanId, people: 'people' in guest ? guest.people : 0 })),
      ...unseen.filter(({ entryId }) => entryId === id).map(({ scanId, people }) => ({ scanId, people })),
    ];
    const kept = entered.filter(({ entryId }) => entryId === id).map(({ scanId, people }) => ({ scanId, people }));
    expect(byScan(kept)).toEqual(byScan(groups));
    expect(server.store.arrivals().find(({ entryId }) => entryId === id)?.people ?? 0).toBe(sum(groups));
    expect(sum(accepted.filter(({ entryId }) => entryId === id))).toBeLessThanOrEqual(places);
  }
  // Beyond the allocation, a person decided.
  expect(sum(accepted.filter(({ reason }) => !reason.startsWith('admitted_')))).toBeLessThanOrEqual(QUOTA);
}

const sum = (groups: readonly { people: number }[]): number => groups.reduce((all, { people }) => all + people, 0);
const byScan = <Group extends { scanId: string }>(groups: readonly Group[]): Group[] =>
  groups.toSorted((a, b) => (a.scanId < b.scanId ? -1 : 1));

/** Every scanner device shows the people who came, and decides about every entry as the server does. */
async function checkListRules({ server, browsers, time }: Phones): Promise<void> {
  for (const [place, { reader, page }] of browsers.entries()) {
    const [offlineManifest, scannerDevice, sealed] = [
      await reader.readOfflineManifest(),
      await reader.readScannerDevice(),
      await reader.readLists(),
    ];
    if (server.isRevoked(place) || !offlineManifest || !scannerDevice || !sealed) continue;
    const lists = OfflineManifestList.array().parse(JSON.parse(await openText(scannerDevice.sealing, sealed)));
    const arrivals = countArrivals({ lists, live: offlineManifest.live, after: offlineManifest.after }, await reader.allScans());
    const known = server.store.arrivals();
    expect(
      page
        .getState()
        .listed.map(({ id, arrived }) => [id, arrived])
        .toSorted(),
    ).toEqual([...PLACES.keys()].map((id) => [id, known.find(({ entryId }) => entryId === id)?.people ?? 0]));
    for (const [entryId, places] of PLACES)
      for (let people = 1; people <= places + 1; people += 1) {
        const coming = { found: findListed(lists, entryId), entryId, people };
        const { verdict, reason } = decideListed(
          { head: offlineManifest.head, arrivals, inside: offlineManifest.live.inside },
          coming,
          new Date(time.now),
        );
        const said = { place, entryId, people, result: RESULTS[verdict], reason };
        expect(said).toEqual({ place, entryId, people, ...server.decideEntry(entryId, people) });
      }
  }
}

/**
 * A group that the server admitted for a killed page comes in when its entry is chosen again, with any number of people. This changes what
 * phones know.
 */
export async function checkUnseenGroups(phones: Phones, log: readonly StoredScan[]): Promise<void> {
  const { server, browsers } = phones;
  for (const { scanId, entryId, people, scannerDeviceId } of unseenGroups(phones, log)) {
    const place = server.doors.findIndex((door) => door.scannerDeviceId === scannerDeviceId);
    const { page } = browsers[place] ?? {};
    if (!page || entryId === null || server.isRevoked(place)) continue;
    const verdict = await page.admitEntry(entryId, (people % 3) + 1);
    expect(verdict).toMatchObject({ verdict: 'admit', scanId, listed: { people } });
  }
}
