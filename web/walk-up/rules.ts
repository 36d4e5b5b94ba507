import { z } from 'zod';
import { walkUpInput } from '#shared/accounts/account.schemas.ts';

/** Loaded with the first press. Returns the key of what is wrong by field. */
export function refusedOf(person: Record<string, string>): Record<string, string> {
  const { error } = walkUpInput(() => new Date()).safeParse(person);
  const fields = error ? z.flattenError(error).fieldErrors : {};
  return Object.fromEntries(Object.entries(fields).flatMap(([field, [key]]) => (key === undefined ? [] : [[field, key]])));
}
