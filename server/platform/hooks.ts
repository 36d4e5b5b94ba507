import type { Language } from '#shared/constants.ts';
import type { Db } from './db/client.ts';

/**
 * Calls from a domain into one that it may not import: `tx.hooks.onEventMoved(tx, …)`. Each domain declares its own in a `.hooks.ts` file;
 * server/hooks.ts implements them, always in the caller's transaction.
 */
export interface Hooks {
  /** The proved addresses of the Owners, who receive alerts. */
  findOwnerMailboxes(db: Db): Promise<{ address: string; language: Language }[]>;
}
