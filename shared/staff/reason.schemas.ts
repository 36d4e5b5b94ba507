import { z } from 'zod';

/** The maximum length of a reason. */
export const REASON_MAX = 500;

/** A required text. `key`: the message if it is missing. */
export const requiredText = (max: number, key: string) => z.string(key).trim().min(1, key).max(max, 'validation.too_long');

/** The reason of a command. It is stored with the command, and the guest sees the reason of a refund. */
export const reason = requiredText(REASON_MAX, 'validation.reason_required');
export const ReasonInput = z.object({ reason });
