import { z } from 'zod';
import { LoginInput, ResetPasswordInput } from './account.schemas.ts';

/** The present password is judged by nothing but the account; the new one by every rule of spec §5. */
export const ChangePasswordInput = z.object({
  currentPassword: LoginInput.shape.password,
  newPassword: ResetPasswordInput.shape.newPassword,
});
export type ChangePasswordInput = z.output<typeof ChangePasswordInput>;
