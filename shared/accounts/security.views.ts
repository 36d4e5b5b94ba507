import { z } from 'zod';
import { wireTime } from '#shared/wire.ts';

/** One sign-in on one device. `device` is `Chrome · Android`, or null when the browser did not say. */
export const SessionView = z.object({
  id: z.uuid(),
  device: z.string().nullable(),
  createdAt: wireTime,
  lastUsedAt: wireTime,
  isCurrent: z.boolean(),
});
export type SessionView = z.infer<typeof SessionView>;
