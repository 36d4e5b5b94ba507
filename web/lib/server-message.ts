import { ApiError } from '#shared/errors.ts';
import { errorText } from './error-text.ts';
import type { Translate } from './i18n.ts';

/** "… (or the server's message)" of spec §8: what the server said, in the reader's language, else the given sentence. */
export function serverMessage(failure: unknown, otherwise: string, t: Translate): string {
  const hasSaid = failure instanceof ApiError && (failure.body.code !== undefined || failure.body.message !== undefined);
  return hasSaid ? errorText(failure, t) : otherwise;
}
