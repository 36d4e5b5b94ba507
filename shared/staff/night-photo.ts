import { z } from 'zod';
import { wireId, wireInteger } from '#shared/wire.ts';

/** Which night, and which version of it was read. */
export const NightPhotoQuery = z.object({ night: wireId, version: wireInteger(0, 2_147_483_647) });
