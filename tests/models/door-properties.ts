import { expect } from 'vitest';
import { AFTER_END } from '#server/door/door.table.ts';
import type { NewDeviceScan } from '#server/door/scans/device-scans.queries.ts';
import { isAdmission, isRejection } from '#server/door/scans/scan-rows.ts';
import { findOut } from '#web/door/phone/evaluate.ts';
import type { StoredScan } from '#web/door/phone/store.ts';
import { loadVerifier } from '#web/door/phone/verifier.ts';
import { countPeople } from './door-people.ts';
import { checkLists, checkUnseenGroups } from './guest-list-properties.ts';
import type { Phones } from './door-phones.ts';
import { LICENSED, TICKETS } from './door-server.ts';

const RESULTS = { admit: 'accepted', reject: 'rejected', refuse: 'refused' } as const;

/** Checks what must be true once the network is restored and every phone has sent and received everything. */
export async function check(phones: Phones): Promise<void> {
  const logs = await Promise.all(phones.browsers.map(({ reader }) => reader.allScans()));
  checkNothingIsLost(phones, logs.flat());
  checkAdmissions(phones);
  checkTimes(phones);
  checkInside(phones, logs.flat());
  checkAlone(phones);
  checkDenials(phones);
  await checkRules(phones);
  await checkLists(phones, logs.flat());
  await checkRevoked(phones);
  await checkUnseenGroups(phones, logs.flat());
}

/** Every verdict that a screen showed is stored, and everything stored has arrived. */
function checkNothingIsLost({ server, seen }: Phones, log: readonly StoredScan[]): void {
  const arrived = new Set(server.store.rows.map(({ scanId }) => scanId));
  const impossible = new Set(log.filter(({ outcome }) => outcome?.result === 'impossible').map(({ scanId }) => scanId));
  expect(log.filter(({ isAcknowledged }) => isAcknowledged === 0)).toEqual([]);
  expect(log.filter(({ scanId }) => !arrived.has(scanId) && !impossible.has(scanId))).toEqual([]);
  const stored = new Set(log.map(({ scanId }) => scanId));
  expect(seen.filter(({ verdict }) => !stored.has(verdict.scanId))).toEqual([]);
}

/** Every admission is recorded, all but the first as conflicts. */
function checkAdmissions({ server, seen, browsers }: Phones): void {
  const { rows } = server.store;
  const undone = new Set(rows.map(({ undoneScanId }) => undoneScanId));
  for (const { id } of TICKETS) {
    const ofTicket = rows.filter(({ ticketId }) => ticketId === id);
    const shown = seen.filter(({ guest, verdict, place }) => {
      return (
        'ticket' in guest &&
        guest.ticket === id &&
        verdict.verdict === 'admit' &&
        !undone.has(verdict.scanId) &&
        !server.isLate(place, verdict.scanId)
      );
    });
    const entered = ofTicket.filter((row) => isAdmission(row) && !undone.has(row.scanId));
    expect(entered.map(({ scanId }) => scanId)).toEqual(expect.arrayContaining(shown.map(({ verdict }) => verdict.scanId)));
    expect(server.store.ticket(id)?.admissions).toBe(entered.length);
    const accepted = ofTicket.filter(({ kind, result }) => kind === 'in' && result === 'accepted');
    expect(new Set(accepted.map(({ visit }) => visit)).size).toBe(accepted.length);
    if (ofTicket.some(({ kind, undoneScanId }) => kind === 'out' || undoneScanId !== null)) continue;
    const conflicts = entered.filter(({ result }) => result === 'conflict');
    const isOnlyUsed = conflicts.every(({ reason }) => reason === 'ticket_used');
    expect(conflicts.length).toBeGreaterThanOrEqual(entered.length - 1);
    if (isOnlyUsed && entered.length > 0) expect(conflicts.length).toBe(entered.length - 1);
    for (const place of browsers.keys()) expect(shown.filter((one) => one.place === place).length).toBeLessThanOrEqual(1);
  }
}

/** Times are by the server's clock, whatever the phone's clock says. */
function checkTimes({ server, seen }: Phones): void {
  const seenAt = new Map(seen.map(({ verdict, at }) => [verdict.scanId, at]));
  for (const { scanId, decidedBy, decidedAt } of server.store.rows) {
    const at = seenAt.get(scanId);
    if (decidedBy === 'phone' && at !== undefined) expect(decidedAt.getTime()).toBe(at);
  }
}

/** People inside are the entries minus the exits that were seen; every phone shows that number and its own conflicts. */
function checkInside(phones: Phones, log: readonly StoredScan[]): void {
  const { server, browsers } = phones;
  expect(server.store.inside()).toBe(countPeople(phones, log));
  for (const [place, { page }] of browsers.entries()) {
    if (server.isRevoked(place)) continue;
    const { inside, conflicts, unsent } = page.getState();
    const own = server
      .conflicts()
      .filter(
        ({ reason, admissions }) =>
          reason === 'full' || admissions.some(({ scannerDeviceId }) => scannerDeviceId === server.doors[place]?.scannerDeviceId),
      );
    expect({ inside, unsent, conflicts: conflicts.map(({ id }) => id).toSorted() }).toEqual({
      inside: server.store.inside(),
      unsent: 0,
      conflicts: own.map(({ id }) => id).toSorted(),
    });
  }
}

/** A phone without a network counts whom it lets in and out, and lets no one in beyond the licensed number that it counts. */
function checkAlone({ counted }: Phones): void {
  for (const { people, verdict, reason, before, after } of counted) {
    const change = verdict === 'admit' || verdict === 'counted' ? people : verdict === 'noted' && reason === 'out' ? -1 : 0;
    // More people may have been counted out than in.
    if (before === 0) expect(after).toBeLessThanOrEqual(Math.max(0, change));
    else expect(after).toBe(before + change);
    if (verdict === 'admit') expect(after).toBeLessThanOrEqual(LICENSED);
  }
}

/**
 * A phone never admits without a question a guest whom it denied itself, also without a network. A typed number whose answer was lost has
 * been shown as one that needs a network, not as a denial.
 */
function checkDenials({ server: { store }, seen }: Phones): void {
  const undone = new Set(store.rows.map(({ undoneScanId }) => undoneScanId));
  const shown = new Set(seen.map(({ verdict }) => verdict.scanId));
  for (const row of store.rows.filter(({ result, reason }) => result === 'conflict' && reason === 'rejected_before')) {
    const isBefore = ({ ticketId, scannerDeviceId, sequence, scanId, isManual }: NewDeviceScan) =>
      ticketId === row.ticketId &&
      scannerDeviceId === row.scannerDeviceId &&
      sequence < row.sequence &&
      !undone.has(scanId) &&
      (!isManual || shown.has(scanId));
    const before = store.rows.filter(isBefore).toSorted((a, b) => a.sequence - b.sequence);
    const last = before.findLast((one) => isAdmission(one) || isRejection(one));
    expect(last && isRejection(last) ? [row, last] : []).toEqual([]);
  }
}

/** Every scanner device decides about every ticket as the server does. */
async function checkRules({ server, browsers, time }: Phones): Promise<void> {
  for (const [place, { reader }] of browsers.entries()) {
    const offlineManifest = await reader.readOfflineManifest();
    if (server.isRevoked(place) || !offlineManifest) continue;
    for (const { id, code } of TICKETS) {
      const phone = {
        store: reader,
        offlineManifest,
        lists: [],
        verify: await loadVerifier(),
        heardAt: new Date(time.now),
        inside: offlineManifest.live.inside,
      };
      const { decision } = await findOut(phone, code, { mode: 'in', now: new Date(time.now) });
      expect({ place, id, result: RESULTS[decision.verdict], reason: decision.reason }).toEqual({ place, id, ...server.decide(id) });
    }
  }
}

/** A revoked scanner device keeps the list that it had, and uploads after its end are marked. */
async function checkRevoked({ server, browsers }: Phones): Promise<void> {
  for (const [place, { reader, page, versionAtEnd }] of browsers.entries()) {
    const { endedAt, scannerDeviceId } = server.doors[place] ?? {};
    if (!endedAt) continue;
    expect(page.getState().phase).toBe('ended');
    expect((await reader.readOfflineManifest())?.version).toBe(versionAtEnd);
    const late = new Set(server.lateRows(place));
    for (const row of server.store.rows)
      if (row.scannerDeviceId === scannerDeviceId) expect(row.reason === AFTER_END, row.scanId).toBe(late.has(row));
  }
}
