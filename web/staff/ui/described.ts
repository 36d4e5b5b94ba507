import { describedBy } from '#web/ui/fields.tsx';

/** Names the notes of a field, if it has any: the library takes no undefined property. */
export function described(...notes: Parameters<typeof describedBy>): { 'aria-describedby'?: string } {
  const ids = describedBy(...notes);
  return ids === undefined ? {} : { 'aria-describedby': ids };
}
