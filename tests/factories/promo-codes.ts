import type { PromoCodeRules } from '#shared/staff/promo-codes.schemas.ts';
import type { WholeApi } from '#shared/staff-api.ts';
import type { Context } from '#server/platform/context.ts';
import { promoCodes } from '#server/sales/tables/promo-codes.table.ts';
import { foldPromoCode } from '#shared/promo-codes/promo-code-text.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { createEvent } from './events.ts';
import type { TestUser } from './users.ts';

const EVENING = { startsAt: new Date('2027-03-05T23:00:00+04:00') };
export const promoCodeRules: PromoCodeRules = { owner: 'Nulovani', uses: 20, usesPerPerson: null, validFrom: null, validUntil: null };
type CodeFields = Partial<typeof promoCodes.$inferInsert>;

/** Creates an event with a public ticket type at 40 GEL and a hidden one at 25 GEL. */
export async function createEventWithHidden(
  ctx: Context,
  { allocation = 100, hidden = 100, ...fields }: { allocation?: number; hidden?: number } & Parameters<typeof createEvent>[1] = {},
) {
  const ticketTypes = [
    { allocation },
    { kind: 'hidden' as const, name: 'მეგობრები', nameLat: 'Friends', priceTetri: 2_500, allocation: hidden },
  ];
  const { id: eventId, ticketTypeIds } = await createEvent(ctx, { ...fields, ticketTypes });
  return { eventId, publicId: ticketTypeIds[0] ?? 0, hiddenId: ticketTypeIds[1] ?? 0 };
}

/** Creates a promo code for a hidden ticket type, by default `FRIENDS`. Returns its id. */
export async function createPromoCode(
  ctx: Context,
  of: { eventId: number; hiddenId: number },
  { code = 'FRIENDS', ...fields }: CodeFields = {},
): Promise<number> {
  const { eventId, hiddenId: ticketTypeId } = of;
  const row = { eventId, ticketTypeId, code, folded: foldPromoCode(code), owner: '', createdAt: ctx.clock.now(), ...fields };
  const [made] = await ctx.db.insert(promoCodes).values(row).returning({ id: promoCodes.id });
  return made?.id ?? 0;
}

/** Creates an event with a promo code, for the example of a call. */
export async function openCode({ ctx }: TestApp) {
  const made = await createEventWithHidden(ctx);
  await createPromoCode(ctx, made);
  return { id: made.eventId };
}

/** Creates a cart with a line for which there is a promo code. */
export async function cartWithPromoCode(app: TestApp, { accessToken }: TestUser) {
  const { id: eventId } = await openCode(app);
  await app.api(accessToken).cart.addTicket({ eventId });
  return {};
}

async function newCode({ ctx }: TestApp) {
  const made = await createEventWithHidden(ctx, EVENING);
  return { ...made, id: await createPromoCode(ctx, made) };
}

type Prepare = (app: TestApp, api: WholeApi) => Promise<{ id: number; body?: Record<string, unknown> }>;

/** Effective inputs of the commands about promo codes. */
export const promoCodeCommands: Record<string, Prepare> = {
  'staffPromoCodes.add': async ({ ctx }) => {
    const { eventId, hiddenId } = await createEventWithHidden(ctx, EVENING);
    return { id: eventId, body: { ...promoCodeRules, ticketTypeId: hiddenId, code: 'FRIENDS', count: 1 } };
  },
  'staffPromoCodes.change': async (app) => ({ id: (await newCode(app)).id, body: { ...promoCodeRules, uses: 12, version: 1 } }),
  'staffPromoCodes.end': async (app) => ({ id: (await newCode(app)).id }),
  'staffPromoCodes.reopen': async (app, api) => {
    const { id } = await newCode(app);
    await api.staffPromoCodes.end({ id });
    return { id };
  },
};
