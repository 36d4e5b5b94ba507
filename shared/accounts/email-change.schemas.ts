import { z } from 'zod';
import { ForgotPasswordInput, LoginInput } from './account.schemas.ts';

/** A new address for the caller's own account, which takes effect once its mailbox is proved. */
export const EmailChangeInput = z.object({ email: ForgotPasswordInput.shape.email, password: LoginInput.shape.password });
export type EmailChangeInput = z.infer<typeof EmailChangeInput>;
