import { expect } from 'vitest';
import { isAdmission } from '#server/door/scans/scan-rows.ts';
import { PackList } from '#shared/door/lists.ts';
import { countArrivals, decideListed, findListed } from '#web/door/phone/listed.ts';
import { openText } from '#web/door/phone/sealed-text.ts';
import { PLACES, QUOTA } from './door-lists.ts';
import type { Phones } from './door-phones.ts';

const RESULTS = { admit: 'accepted', refuse: 'refused' } as const;

/** What must be true of the door list once the network is whole again and everybody has sent and heard everything. */
export async function checkLists(phones: Phones): Promise<void> {
  checkGroups(phones);
  await checkListRules(phones);
}

/** Everybody who was let in by an entry has come, those beyond its places or the quota as conflicts. */
function checkGroups({ server, seen }: Phones): void {
  const { rows } = server.store;
  const undone = new Set(rows.map(({ undoneScanId }) => undoneScanId));
  const entered = rows.filter((row) => row.entryId !== null && isAdmission(row) && !undone.has(row.scanId));
  const accepted = entered.filter(({ result }) => result === 'accepted');
  for (const [id, places] of PLACES) {
    const shown = seen.filter(({ guest, verdict, place, at }) => {
      return (
        'entry' in guest && guest.entry === id && verdict.verdict === 'admit' && !undone.has(verdict.scanId) && !server.isOver(place, at)
      );
    });
    const groups = shown.map(({ guest, verdict }) => ({ scanId: verdict.scanId, people: 'people' in guest ? guest.people : 0 }));
    const kept = entered.filter(({ entryId }) => entryId === id).map(({ scanId, people }) => ({ scanId, people }));
    expect(byScan(kept)).toEqual(byScan(groups));
    expect(server.store.arrivals().find(({ entryId }) => entryId === id)?.people ?? 0).toBe(sum(groups));
    expect(sum(accepted.filter(({ entryId }) => entryId === id))).toBeLessThanOrEqual(places);
  }
  expect(sum(accepted)).toBeLessThanOrEqual(QUOTA);
}

const sum = (groups: readonly { people: number }[]): number => groups.reduce((all, { people }) => all + people, 0);
const byScan = <Group extends { scanId: string }>(groups: readonly Group[]): Group[] =>
  groups.toSorted((a, b) => (a.scanId < b.scanId ? -1 : 1));

/** Every phone that has a pass shows the people who came, and says of every entry what the server says. */
async function checkListRules({ server, browsers, time }: Phones): Promise<void> {
  for (const [place, { reader, page }] of browsers.entries()) {
    const [pack, pass, sealed] = [await reader.readPack(), await reader.readPass(), await reader.readLists()];
    if (server.isRevoked(place) || !pack || !pass || !sealed) continue;
    const lists = PackList.array().parse(JSON.parse(await openText(pass.sealing, sealed)));
    const arrivals = countArrivals({ lists, live: pack.live, after: pack.after }, await reader.allScans());
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
        const { verdict, reason } = decideListed({ head: pack.head, live: pack.live, arrivals }, coming, new Date(time.now));
        const said = { place, entryId, people, result: RESULTS[verdict], reason };
        expect(said).toEqual({ place, entryId, people, ...server.decideEntry(entryId, people) });
      }
  }
}
