import { z } from 'zod';
import { GuestView } from '#shared/accounts/account.views.ts';
import { endpoint } from '#shared/contract.ts';
import { jsonId, wireTime } from '#shared/wire.ts';

/** `code`: the whole QR text; without it the entry is manual and audited. Repeating a `scanId` repeats the answer. */
export const ScanInput = z.object({
  isReject: z.boolean(),
  ticketId: jsonId,
  code: z.string().min(1).max(500).optional(),
  scanId: z.uuid().optional(),
  scannedAt: wireTime.optional(),
  device: z.string().max(100).optional(),
});
export type ScanInput = z.infer<typeof ScanInput>;

export const ScanView = z.object({
  result: z.enum(['accepted', 'rejected']),
  reason: z.enum(['valid', 'rejected_by_staff']),
  ticket: z.object({
    id: jsonId,
    eventId: jsonId,
    eventName: z.string(),
    eventNameLat: z.string(),
    startDate: wireTime,
    usedAt: wireTime.nullable(),
  }),
  guest: GuestView,
});
export type ScanView = z.infer<typeof ScanView>;

export const doorContract = {
  scan: endpoint('POST', '/QRCode/scan', 'admin', {
    summary: 'Admits a ticket at most once, or turns it away',
    body: ScanInput,
    output: ScanView,
  }),
};
