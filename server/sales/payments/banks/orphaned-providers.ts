import type { Context } from '#server/platform/context.ts';
import { bankNames } from './bank-of.ts';
import { countFakeTickets, countOpenElsewhere } from './orphaned-providers.queries.ts';

/** Tells the operator about payments nobody can ask after: their bank was taken out of the configuration while they were open. */
export async function warnOfOrphanedProviders(ctx: Context): Promise<void> {
  for (const { provider, open } of await countOpenElsewhere(ctx.db, bankNames(ctx))) {
    ctx.log.error({ provider, open }, 'payments are open at a bank that is not configured any more');
  }
  const tickets = ctx.env.payments === 'fake' ? 0 : await countFakeTickets(ctx.db, ctx.clock.now());
  if (tickets > 0) ctx.log.error({ tickets }, 'tickets of coming events were paid at the fake bank, without money, and open the door');
}
