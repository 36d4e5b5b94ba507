import type { Context } from '#server/platform/context.ts';
import type { tickets } from '#server/sales/tables/tickets.table.ts';
import { nextTicketIds } from '#server/sales/tickets/tickets.service.ts';
import type { Claim } from '#shared/tickets/claims.ts';
import { endTransferredTicket, insertSuccessor } from './transfers.queries.ts';

/**
 * Ends a ticket and issues its successor to another account: the same place and price, another code. Returns its id; undefined when the
 * ticket was used or ended at this moment.
 */
export async function passOn(
  tx: Context,
  ticket: typeof tickets.$inferSelect,
  to: { userId: number; claim: Claim },
): Promise<number | undefined> {
  const [id = 0] = await nextTicketIds(tx.db, 1);
  if (!(await endTransferredTicket(tx.db, ticket.id))) return undefined;
  await insertSuccessor(tx.db, ticket, { ...to, id, createdAt: tx.clock.now() });
  return id;
}
