import type { Language } from '#shared/constants.ts';
import type { Db } from './db/client.ts';

/**
 * What a domain sets off in a domain that it may not import, or asks it: `tx.hooks.onEventMoved(tx, …)`. Each domain declares its own in a
 * `.hooks.ts` file, server/hooks.ts says what they do, always in the transaction of the caller.
 */
export interface Hooks {
  /** The proved addresses of the Owners, who hear of alerts. */
  findOwnerMailboxes(db: Db): Promise<{ address: string; language: Language }[]>;
}
