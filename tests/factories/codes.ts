import type { CodeRules } from '#shared/staff/codes.schemas.ts';
import type { WholeApi } from '#shared/staff-api.ts';
import type { Context } from '#server/platform/context.ts';
import { codes } from '#server/sales/tables/codes.table.ts';
import { foldCode } from '#shared/codes/code-text.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { createEvent } from './events.ts';
import type { TestUser } from './users.ts';

const EVENING = { startsAt: new Date('2027-03-05T23:00:00+04:00') };
export const codeRules: CodeRules = { owner: 'Nulovani', uses: 20, usesPerPerson: null, validFrom: null, validUntil: null };
type CodeFields = Partial<typeof codes.$inferInsert>;

/** An event with a ticket type for everybody at 40 GEL and a hidden one at 25 GEL. */
export async function createEventWithHidden(
  ctx: Context,
  { quota = 100, hidden = 100, ...fields }: { quota?: number; hidden?: number } & Parameters<typeof createEvent>[1] = {},
) {
  const ticketTypes = [{ quota }, { kind: 'hidden' as const, name: 'მეგობრები', nameLat: 'Friends', priceTetri: 2_500, quota: hidden }];
  const { id: eventId, ticketTypeIds } = await createEvent(ctx, { ...fields, ticketTypes });
  return { eventId, publicId: ticketTypeIds[0] ?? 0, hiddenId: ticketTypeIds[1] ?? 0 };
}

/** A code for a hidden ticket type; without a text it is `FRIENDS`. Returns its id. */
export async function createCode(
  ctx: Context,
  of: { eventId: number; hiddenId: number },
  { code = 'FRIENDS', ...fields }: CodeFields = {},
): Promise<number> {
  const { eventId, hiddenId: ticketTypeId } = of;
  const row = { eventId, ticketTypeId, code, folded: foldCode(code), owner: '', createdAt: ctx.clock.now(), ...fields };
  const [made] = await ctx.db.insert(codes).values(row).returning({ id: codes.id });
  return made?.id ?? 0;
}

/** An event with a code, as an example of a call. */
export async function openCode({ ctx }: TestApp) {
  const made = await createEventWithHidden(ctx);
  await createCode(ctx, made);
  return { id: made.eventId };
}

/** A cart for whose line there is a code. */
export async function cartWithCode(app: TestApp, { accessToken }: TestUser) {
  const { id: eventId } = await openCode(app);
  await app.api(accessToken).cart.addTicket({ eventId });
  return {};
}

async function newCode({ ctx }: TestApp) {
  const made = await createEventWithHidden(ctx, EVENING);
  return { ...made, id: await createCode(ctx, made) };
}

type Prepare = (app: TestApp, api: WholeApi) => Promise<{ id: number; body?: Record<string, unknown> }>;

/** Inputs of the commands about codes that have an effect. */
export const codeCommands: Record<string, Prepare> = {
  'staffCodes.add': async ({ ctx }) => {
    const { eventId, hiddenId } = await createEventWithHidden(ctx, EVENING);
    return { id: eventId, body: { ...codeRules, ticketTypeId: hiddenId, code: 'FRIENDS', count: 1 } };
  },
  'staffCodes.change': async (app) => ({ id: (await newCode(app)).id, body: { ...codeRules, uses: 12, version: 1 } }),
  'staffCodes.end': async (app) => ({ id: (await newCode(app)).id }),
  'staffCodes.reopen': async (app, api) => {
    const { id } = await newCode(app);
    await api.staffCodes.end({ id });
    return { id };
  },
};
