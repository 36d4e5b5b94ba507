import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { jsonId, wireId, wireTime } from '#shared/wire.ts';

/** The code for the rope. `picture`: the address as a QR code, an image in a `data:` URL. `from`: when it begins to sell. */
export const WalkUpCodeView = z.object({
  id: jsonId,
  name: z.string(),
  nameLat: z.string(),
  startDate: wireTime,
  from: wireTime,
  isOn: z.boolean(),
  isVerifiedOnly: z.boolean(),
  url: z.url(),
  picture: z.string(),
});
export type WalkUpCodeView = z.infer<typeof WalkUpCodeView>;

export const staffWalkUpContract = {
  code: endpoint('GET', '/staff/nights/:id/walk-up', 'door.run', {
    summary: 'The QR code that hangs at the rope of an event',
    params: z.object({ id: wireId }),
    output: WalkUpCodeView,
    errors: ['event_not_found'],
  }),
};
