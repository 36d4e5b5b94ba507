import type { OfflineManifestHead } from '#shared/door/offline-manifest.ts';
import { DEVICE_RIGHTS } from '#shared/door/scanner-devices.ts';
import type { GuestRow } from '#shared/door/encrypted-row.ts';
import type { PhoneState, PhoneVerdict } from '#web/door/phone/door-phone.ts';
import type { DoorPhone } from '#web/door/phone/open-door-phone.ts';

const tonight = {
  id: 1,
  name: 'ნულოვანი',
  nameLat: 'Nulovani',
  startDate: '2026-11-21T23:00:00+04:00',
  endDate: '2026-11-22T07:00:00+04:00',
  state: 'published',
} as const satisfies OfflineManifestHead['event'];

const guestRow: GuestRow = {
  firstName: 'Salome',
  lastName: 'Drift',
  birthdate: '2001-03-14',
  status: 'Verified',
  ticketTypeName: 'პირველი',
  ticketTypeNameLat: 'First wave',
  holderName: '',
};

/** Returns the head of the offline manifest of an event with room for 400. */
export const head = (door: Partial<OfflineManifestHead['door']> = {}): OfflineManifestHead => ({
  event: tonight,
  door: { licensed: 400, exits: 'none', exitsUntil: null, opensAt: '2026-11-21T23:00:00+04:00', isAutomatic: false, ...door },
  neighbours: [],
  publicKey: 'A'.repeat(43),
  ruleVersion: 1,
  endsAt: '2026-11-22T09:00:00+04:00',
});

/** Returns an admission that the server decided. */
export const aVerdict = (more: Partial<PhoneVerdict> = {}): PhoneVerdict => ({
  scanId: 'c0ffee00-0000-4000-8000-000000000001',
  verdict: 'admit',
  reason: 'valid',
  decidedBy: 'server',
  at: new Date('2026-11-21T23:41:07+04:00'),
  ticketId: 90417,
  event: tonight,
  guest: guestRow,
  isUnderAge: false,
  isDoubtful: false,
  used: undefined,
  rejection: undefined,
  listed: undefined,
  ...more,
});

/** Returns the state of a phone that is online and paired with all rights. */
export const phoneState = (more: Partial<PhoneState> = {}): PhoneState => ({
  phase: 'ready',
  scannerDevice: {
    scannerDeviceId: 'c0ffee00-0000-4000-8000-000000000002',
    name: 'Main 1',
    rights: [...DEVICE_RIGHTS],
    event: tonight,
    endsAt: '2026-11-22T09:00:00+04:00',
    serverTime: '2026-11-21T23:41:07+04:00',
    serverMs: Date.parse('2026-11-21T23:41:07+04:00'),
  },
  head: head(),
  connectivity: 'live',
  inside: 214,
  unsent: 0,
  refused: [],
  conflicts: [],
  listed: [],
  listAt: new Date('2026-11-21T23:41:07+04:00'),
  clock: { offsetMs: 0, uncertaintyMs: 200, isJumped: false },
  isFull: false,
  ...more,
});

const nothing = (): Promise<never> => Promise.reject(new Error('This phone only shows a state.'));

/** Returns what a screen needs of a phone to be rendered once. */
export const stillPhone = (state: PhoneState): DoorPhone => ({
  getState: () => state,
  subscribe: () => () => undefined,
  pair: nothing,
  scan: nothing,
  scanNumber: nothing,
  admitEntry: nothing,
  undo: nothing,
  explain: nothing,
  acts: nothing,
  count: nothing,
  search: nothing,
  acknowledge: nothing,
  leave: nothing,
  close: () => undefined,
});
