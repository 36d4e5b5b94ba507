import { z } from 'zod';
import { ForgotPasswordInput, LoginInput } from './account.schemas.ts';

/** Another address for the caller's own account, which takes effect once its mailbox is read. */
export const EmailChangeInput = z.object({ email: ForgotPasswordInput.shape.email, password: LoginInput.shape.password });
export type EmailChangeInput = z.infer<typeof EmailChangeInput>;
