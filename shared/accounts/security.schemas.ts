import { z } from 'zod';
import { wireTime } from '#shared/wire.ts';
import { LoginInput, ResetPasswordInput } from './account.schemas.ts';

/** Only the server can check the present password; the new one must meet every rule of spec §5. */
export const ChangePasswordInput = z.object({
  currentPassword: LoginInput.shape.password,
  newPassword: ResetPasswordInput.shape.newPassword,
});
export type ChangePasswordInput = z.output<typeof ChangePasswordInput>;

/** One sign-in on one device. `device` is `Chrome · Android`, or null when the browser did not send it. */
export const SessionView = z.object({
  id: z.uuid(),
  device: z.string().nullable(),
  createdAt: wireTime,
  lastUsedAt: wireTime,
  isCurrent: z.boolean(),
});
export type SessionView = z.infer<typeof SessionView>;
