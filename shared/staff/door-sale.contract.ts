import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { jsonId, wireId, wireTime } from '#shared/wire.ts';

/** The code of the door sale. `picture`: the address as a QR code, an image in a `data:` URL. `from`: when its sale begins. */
export const DoorSaleCodeView = z.object({
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
export type DoorSaleCodeView = z.infer<typeof DoorSaleCodeView>;

export const staffDoorSaleContract = {
  code: endpoint('GET', '/staff/nights/:id/door-sale', 'door.run', {
    summary: 'Get the QR code of an event’s door-sale sign',
    params: z.object({ id: wireId }),
    output: DoorSaleCodeView,
    errors: ['event_not_found'],
  }),
};
