import type { Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db/client.ts';
import type { Status } from '#shared/constants.ts';
import type { Right } from '#shared/staff/rights.ts';

declare module '#server/platform/hooks.ts' {
  interface Hooks {
    /** Ends what an account gave to others with these rights, because it lost them or was signed out. Returns how much there was. */
    onAccessEnded(tx: Context, userId: number, rights: readonly Right[]): Promise<EndedAccess>;
    /** A guest's status changed; the account is locked. */
    onStatusChanged(tx: Context, userId: number, status: Status): Promise<void>;
    /** Guests were banned, or no longer are; their accounts are locked. */
    onBanChanged(tx: Context, userIds: readonly number[]): Promise<void>;
    /** Adds what a member of the team wrote about a guest before the guest signed up. */
    addGuestNote(tx: Context, note: { userId: number; authorId: number; text: string }): Promise<void>;
    /** Counts the own tickets of an account to coming events whose code waits for its verification. */
    countTicketsWithoutCode(ctx: Context, userId: number): Promise<number>;
    /** Counts the complimentary tickets of an account that wait until its address is proved. */
    countWaitingTickets(db: Db, userId: number): Promise<number>;
  }
}

/** `passes`: for phones at the door. `links`: to guest lists. */
type EndedAccess = { scannerDevices: number; links: number };
