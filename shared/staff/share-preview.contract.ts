import { z } from 'zod';
import { LANGUAGES } from '#shared/constants.ts';
import { endpoint } from '#shared/contract.ts';
import { jsonId, wireTime } from '#shared/wire.ts';

const NAME_MAX = 120;

export const sharePreviewContract = {
  draw: endpoint('POST', '/staff/share-preview', 'admin', {
    summary: 'The picture a shared link would show of a night that is being typed, as the address of a PNG',
    body: z.object({
      id: jsonId,
      language: z.enum(LANGUAGES),
      name: z.string().max(NAME_MAX),
      nameLat: z.string().max(NAME_MAX),
      startDate: wireTime,
      endDate: wireTime,
      eventPhotoUrl: z.string().max(500).nullable(),
      isCancelled: z.boolean(),
    }),
    output: z.object({ url: z.string() }),
  }),
};
