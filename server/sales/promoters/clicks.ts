import { isProgram } from '#server/content/page-views/page-views.service.ts';
import { type Context, perServer } from '#server/platform/context.ts';
import { isDatabaseAway } from '#server/platform/db/database-failure.ts';
import { createQuota, addressKey, shareOf } from '#server/platform/limits/quota.ts';
import { venueDay } from '#shared/dates.ts';
import { addClick } from './promoters.queries.ts';

/** Per address. A carrier puts a whole club behind one address, so the limit is high. */
const OPENS_A_MINUTE = 120;
const mayCountOf = perServer((ctx) => createQuota(ctx.clock, () => shareOf(ctx, OPENS_A_MINUTE)));

const EVENT = /^\/events\/0*([1-9]\d{0,8})$/i;

/** Used for the decision only, never stored. */
type Visitor = { address: string; userAgent: string | undefined };

/** Counts an opened promoter link, except by programs and by addresses over the limit. A failure only costs a count. */
export async function countClick(
  ctx: Context,
  { refCode, path }: { refCode: string; path: string },
  { address, userAgent }: Visitor,
): Promise<void> {
  if (isProgram(userAgent) || !mayCountOf(ctx)(addressKey(address))) return;
  const eventId = Number(EVENT.exec(path)?.[1] ?? 0);
  await addClick(ctx.db, { refCode, eventId, day: venueDay(ctx.clock.now()) }).catch((error: unknown) => {
    if (!isDatabaseAway(error)) ctx.log.warn({ err: error }, 'an opened link could not be counted');
  });
}
