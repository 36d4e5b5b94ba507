import { fromBase64url } from '#shared/base64url.ts';
import { DENIAL_HOURS } from '#shared/constants.ts';
import type { DoorSettings, OfflineManifestRow, Rejection } from '#shared/door/offline-manifest.ts';
import { isDoubtful } from '#shared/door/offline-manifest.ts';
import { isUnderAge } from '#shared/door/admission.ts';
import { decideOnPhone, type PhoneDecision } from '#shared/door/phone-decision.ts';
import { HOUR_MS } from '#shared/durations.ts';
import { decryptRow, type GuestRow } from '#shared/door/encrypted-row.ts';
import type { Answered } from '#shared/door/questions.ts';
import type { OfflineManifestList } from '#shared/door/guest-lists.ts';
import type { VerifySignature } from '#shared/door/ticket-code.ts';
import type { ScanMode } from './door-phone.ts';
import { findEntryOfTicket, settleTicket } from './listed.ts';
import { isAdmission, momentOf, ticketOf } from './own-scans.ts';
import type { Store, StoredOfflineManifest } from './store.ts';

/** What the phone finds out about a read text by itself. `row` and `guest`: of a ticket in the offline manifest. */
export type Finding = {
  decision: PhoneDecision;
  row: OfflineManifestRow | undefined;
  guest: GuestRow | undefined;
  usedAt: Date | undefined;
  rejection: Rejection | undefined;
  /** Where the ticket was used; undefined if unknown. `isOwnUse`: by this phone. */
  usedDoor: string | undefined;
  isOwnUse: boolean;
  /** The guest is inside, as far as the phone knows. */
  isInside: boolean;
  isUnderAge: boolean;
  isDoubtful: boolean;
};

/** `heardAt`: as in `Phone` of `shared/door/phone-decision.ts`. `inside`: the people inside as far as the phone knows. */
type Known = {
  store: Store;
  offlineManifest: StoredOfflineManifest;
  lists: readonly OfflineManifestList[];
  verify: VerifySignature;
  heardAt: Date;
  inside: number;
};

/** Decides about a text by the offline manifest, its guest lists and the phone's own scans, and decrypts the guest's row with the code. */
export async function findOut(
  { store, offlineManifest, lists, verify, heardAt, inside }: Known,
  text: string,
  { mode, now, answered = [] }: { mode: ScanMode; now: Date; answered?: Answered },
): Promise<Finding> {
  const { head, live } = offlineManifest;
  const { door, event, neighbours } = head;
  const deniedSince = new Date(now.getTime() - (door.denialHours ?? DENIAL_HOURS) * HOUR_MS);
  let row: OfflineManifestRow | undefined;
  let usedAt: Date | null = null;
  let isInside = false;
  let isOwnUse = false;
  const phone = {
    event,
    neighbours,
    newTicketsUntil: head.newTicketsUntil,
    heardAt,
    verify,
    publicKey: fromBase64url(head.publicKey) ?? new Uint8Array(),
    formerKeys: (head.formerKeys ?? []).flatMap((key) => fromBase64url(key) ?? []),
    async findTicket(key: string) {
      row = await store.findRow(key);
      const own = await store.scansOf(key);
      let ticket = ticketOf(row, own, offlineManifest.after, deniedSince);
      const entry = findEntryOfTicket(lists, key);
      if (ticket && entry) {
        const known = { lists, live, after: offlineManifest.after };
        ticket = settleTicket(ticket, entry, { known, scans: await store.allScans(), now });
      }
      usedAt = ticket?.usedAt ?? null;
      isOwnUse = own.some((scan) => isAdmission(scan) && momentOf(scan).getTime() === ticket?.usedAt?.getTime());
      isInside = usedAt !== null && ticket?.hasLeft !== true;
      return ticket && { ...ticket, isListed: row !== undefined };
    },
  };
  const decision = await decideOnPhone(phone, text, {
    isReject: mode === 'reject',
    exits: exitsOf(door),
    now,
    answered,
    ...(door.opensAt !== null && { opensAt: new Date(door.opensAt) }),
    room: { inside, licensed: door.licensed },
  });
  const { genuine } = decision;
  const guest = row && genuine ? await decryptRow(genuine.code.text, genuine.event.id, row.sealed) : undefined;
  return {
    decision,
    row,
    guest,
    usedAt: usedAt ?? undefined,
    rejection: row?.rejection ?? undefined,
    usedDoor: row?.usedAt ? (row.usedDoor ?? undefined) : undefined,
    isOwnUse,
    isInside,
    isUnderAge: guest ? isUnderAge(guest.birthdate, now) : false,
    isDoubtful: row?.isDoubtful ?? (guest ? isDoubtful(guest.status) : false),
  };
}

function exitsOf({ exits, exitsUntil }: DoorSettings): 'none' | 'always' | { until: Date } {
  if (exits !== 'until') return exits;
  return exitsUntil === null ? 'none' : { until: new Date(exitsUntil) };
}
