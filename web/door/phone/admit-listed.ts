import type { ScanOutcome } from '#shared/door/device-scan.schemas.ts';
import type { EntryDecision } from '#shared/door/guest-lists.ts';
import type { OfflineManifestHead } from '#shared/door/offline-manifest.ts';
import type { Answered } from '#shared/door/questions.ts';
import { ApiError } from '#shared/errors.ts';
import { conclude } from './conclude.ts';
import type { PhoneVerdict } from './door-phone.ts';
import { countArrivals, decideListed, entryKey, findListed } from './listed.ts';
import type { PairedDevice } from './paired-device.ts';
import type { ScanLog } from './scan-log.ts';
import { answerOf } from './scanning.ts';
import type { StoredScan } from './store.ts';

type Requested = { entryId: number; people: number; answered: Answered };

/** Admits people by a guest list entry. @throws ApiError with status 0 without an offline manifest */
export async function admitListed(device: PairedDevice, { entryId, people: requested, answered }: Requested): Promise<PhoneVerdict> {
  const { log, liveCheck, manifest } = device;
  const { current } = manifest;
  if (!current) throw new ApiError(0, {});
  const { head, live, after } = current;
  const inside = device.inside();
  const now = device.clock.now();
  const key = entryKey(entryId);
  const unseen = await takeUp(log, await liveCheck.findUnseen(key), { people: requested, after });
  const people = unseen?.people ?? requested;
  const known = { lists: manifest.lists, live, after };
  const found = findListed(known.lists, entryId);
  const arrivals = countArrivals(known, log.all());
  // If the server knew of this question when it made the offline manifest, it is counted in the arrivals.
  const isCounted = unseen !== undefined && unseen.sequence <= after;
  const decision = decideListed({ head, arrivals, inside }, { found, entryId, people, counted: isCounted ? people : 0, answered }, now);
  const finding = { decision, found, people, event: head.event, at: now };
  const verdictOf = (scanId: string, outcome?: ScanOutcome) => toVerdict(finding, scanId, outcome);
  return conclude(device, { key, entryId, people, answered }, { own: verdictOf(''), unseen, verdictOf });
}

/**
 * Continues a question of a killed page with its own number of people if the server knew of it or the same number is entered again.
 * Otherwise it is reported as not admitted, so that the server takes an acceptance back.
 */
async function takeUp(
  log: ScanLog,
  unseen: StoredScan | undefined,
  { people, after }: { people: number; after: number },
): Promise<StoredScan | undefined> {
  if (!unseen || unseen.outcome || unseen.people === people || unseen.sequence <= after) return unseen;
  await log.put({ ...unseen, decidedBy: 'phone', shown: { result: 'refused', reason: 'without_code' } });
  return undefined;
}

type Finding = {
  decision: EntryDecision;
  found: ReturnType<typeof findListed>;
  people: number;
  event: OfflineManifestHead['event'];
  at: Date;
};

function toVerdict({ decision, found, people, event, at }: Finding, scanId: string, outcome?: ScanOutcome): PhoneVerdict {
  const own = { scanId, at, ...decision, ticketId: undefined, decidedBy: 'phone' as const, used: undefined, rejection: undefined };
  const { firstName, initial } = found?.entry ?? { firstName: '', initial: '' };
  const listed = { firstName, initial, list: found?.list.name ?? '', price: found?.list.price ?? undefined, people };
  const shown = outcome ? answerOf(outcome, scanId, at) : own;
  return { ...shown, event, guest: undefined, isUnderAge: false, isDoubtful: false, listed };
}
