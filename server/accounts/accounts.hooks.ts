import type { Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db/client.ts';
import type { Right } from '#shared/staff/rights.ts';

declare module '#server/platform/hooks.ts' {
  interface Hooks {
    /** An account lost these rights or was signed out, and what it gave to others by them ends. Returns how much there was. */
    onAccessEnded(tx: Context, userId: number, rights: readonly Right[]): Promise<EndedAccess>;
    /** Complimentary tickets of an account that wait for the proof of its address. */
    countWaitingTickets(db: Db, userId: number): Promise<number>;
  }
}

/** `passes`: for phones at the door. `links`: of guest lists. */
type EndedAccess = { passes: number; links: number };
