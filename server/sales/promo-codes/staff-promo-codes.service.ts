import { isWithin, requireMayGive } from '#server/content/events/free-types.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { type Context, storeAnswer, requireUser } from '#server/platform/context.ts';
import { withStock } from '#server/sales/inventory/inventory.service.ts';
import { foldPromoCode, makePromoCode } from '#shared/promo-codes/promo-code-text.ts';
import { toWireTime } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import type { CodeView, EventPromoCodesView } from '#shared/staff/promo-codes.contract.ts';
import { PROMO_CODES_AN_EVENT, type PromoCodeRules, type NewPromoCodes } from '#shared/staff/promo-codes.schemas.ts';
import {
  type CodeFields,
  findCode,
  findCodes,
  findHiddenTicketType,
  findTaken,
  hasEvent,
  insertPromoCodes,
  lockEventOfPromoCodes,
  updatePromoCode,
} from './staff-promo-codes.queries.ts';

/** Returns the codes of an event with how often each is used, newest first. @throws event_not_found */
export async function listPromoCodes(ctx: Context, eventId: number): Promise<EventPromoCodesView> {
  const rows = await findCodes(ctx.db, eventId);
  if (rows.length === 0 && !(await hasEvent(ctx.db, eventId))) throw new AppError('event_not_found');
  return { id: eventId, at: toWireTime(ctx.clock.now()), codes: rows.map(toView) };
}

const wireOrNull = (moment: Date | null): string | null => moment && toWireTime(moment);

function toView({
  code: { id, code, owner, uses, usesPerPerson, version, ...times },
  ...rest
}: Awaited<ReturnType<typeof findCodes>>[number]): CodeView {
  return {
    id,
    code,
    owner,
    uses,
    usesPerPerson,
    version,
    validFrom: wireOrNull(times.validFrom),
    validUntil: wireOrNull(times.validUntil),
    endedAt: wireOrNull(times.endedAt),
    ...rest,
  };
}

const dateOrNull = (time: string | null): Date | null => (time === null ? null : new Date(time));

const toFields = ({ owner, uses, usesPerPerson, validFrom, validUntil }: PromoCodeRules): CodeFields => {
  return { owner, uses, usesPerPerson, validFrom: dateOrNull(validFrom), validUntil: dateOrNull(validUntil) };
};

/** For the audit log, which is permanent: the owner of a code is often a person. */
const writtenDown = ({ owner: _owner, ...fields }: CodeFields) => fields;

const promoCodeSubject = (id: number): string => `promo_code ${id}`;

/**
 * @throws event_not_found, event_ended, forbidden (codes for a free type without the right to give tickets), confirmation_required,
 * invalid_fields when the text is taken, there would be too many, or the ticket type is not hidden
 */
export function addPromoCodes(
  ctx: Context,
  eventId: number,
  { ticketTypeId, code, count, ...rules }: NewPromoCodes,
): Promise<EventPromoCodesView & { made: string[] }> {
  return withStock(ctx, async (tx) => {
    const event = await lockEventOfPromoCodes(tx.db, eventId);
    if (!event) throw new AppError('event_not_found');
    if (event.endsAt <= tx.clock.now()) throw new AppError('event_ended');
    const ticketType = await findHiddenTicketType(tx.db, eventId, ticketTypeId);
    if (!ticketType) throw invalid('ticketTypeId', 'code_ticket_type');
    if (ticketType.priceTetri === 0) requireMayGive(tx);
    const texts = code === null ? Array.from({ length: count }, makePromoCode) : [code];
    const { count: present, taken } = await findTaken(tx.db, eventId, texts.map(foldPromoCode));
    if (taken.size > 0) throw invalid('code', 'code_taken');
    if (present + texts.length > PROMO_CODES_AN_EVENT) throw invalid('count', 'codes_too_many');
    const fields = toFields(rules);
    const common = { ...fields, eventId, ticketTypeId, createdBy: requireUser(tx).userId, createdAt: tx.clock.now() };
    const [first = 0] = await insertPromoCodes(
      tx.db,
      texts.map((text) => ({ ...common, code: text, folded: foldPromoCode(text) })),
    );
    const detail = { eventId, before: null, after: { ticketTypeId, count: texts.length, ...writtenDown(fields) } };
    await recordAction(tx, { action: 'promo_code.add', subject: promoCodeSubject(first), detail });
    return storeAnswer(tx, { ...(await listPromoCodes(tx, eventId)), made: texts });
  });
}

const invalid = (field: string, key: string) => new AppError('invalid_fields', { errors: { [field]: `validation.${key}` } });

/** Returns true if a code opens no more than before: places in all and per guest, and times. */
const opensNoMore = (after: CodeFields, before: CodeFields): boolean =>
  isAtMost(after.uses, before.uses) && isAtMost(after.usesPerPerson, before.usesPerPerson) && isWithin(timesOf(after), timesOf(before));

/** Null means without a limit. */
const isAtMost = (uses: number | null, most: number | null): boolean => most === null || (uses !== null && uses <= most);

const timesOf = ({ validFrom, validUntil }: CodeFields) => ({ from: validFrom, until: validUntil });

/**
 * @throws not_found, event_ended, conflict when it was changed or ended since, forbidden (more of a free type without the right to give
 * tickets), confirmation_required, invalid_fields when it is already used more often
 */
export function changePromoCode(
  ctx: Context,
  id: number,
  { version, ...rules }: PromoCodeRules & { version: number },
): Promise<EventPromoCodesView> {
  return withStock(ctx, async (tx) => {
    const { code, priceTetri, held, sold } = await lockCode(tx, id);
    if (code.version !== version || code.endedAt) throw new AppError('conflict');
    const fields = toFields(rules);
    if (priceTetri === 0 && !opensNoMore(fields, code)) requireMayGive(tx);
    if (fields.uses !== null && fields.uses < held + sold) throw invalid('uses', 'code_uses_taken');
    await updatePromoCode(tx.db, id, fields);
    const detail = { eventId: code.eventId, before: writtenDown(fieldsOf(code)), after: writtenDown(fields) };
    await recordAction(tx, { action: 'promo_code.change', subject: promoCodeSubject(id), detail });
    return storeAnswer(tx, await listPromoCodes(tx, code.eventId));
  });
}

const fieldsOf = ({ owner, uses, usesPerPerson, validFrom, validUntil }: CodeFields): CodeFields => {
  return { owner, uses, usesPerPerson, validFrom, validUntil };
};

/** Ends the sale with the code. @throws not_found, event_ended, conflict when it has ended */
export const endPromoCode = (ctx: Context, id: number): Promise<EventPromoCodesView> => setEnd(ctx, id, 'promo_code.end');

/**
 * @throws not_found, event_ended, forbidden (for a free type without the right to give tickets), confirmation_required, conflict when it
 * has not ended
 */
export const reopenPromoCode = (ctx: Context, id: number): Promise<EventPromoCodesView> => setEnd(ctx, id, 'promo_code.reopen');

function setEnd(ctx: Context, id: number, action: 'promo_code.end' | 'promo_code.reopen'): Promise<EventPromoCodesView> {
  return withStock(ctx, async (tx) => {
    const { code, priceTetri } = await lockCode(tx, id);
    const { eventId, endedAt } = code;
    const end = action === 'promo_code.end' ? tx.clock.now() : null;
    if ((end === null) === (endedAt === null)) throw new AppError('conflict');
    if (end === null && priceTetri === 0) requireMayGive(tx);
    await updatePromoCode(tx.db, id, { endedAt: end });
    await recordAction(tx, { action, subject: promoCodeSubject(id), detail: { eventId, before: { endedAt }, after: { endedAt: end } } });
    return storeAnswer(tx, await listPromoCodes(tx, eventId));
  });
}

/** Locks the code's event, like every use of the code, and returns the code. @throws not_found, event_ended */
async function lockCode(tx: Context, id: number): Promise<NonNullable<Awaited<ReturnType<typeof findCode>>>> {
  const known = await findCode(tx.db, id);
  const event = known && (await lockEventOfPromoCodes(tx.db, known.code.eventId));
  // Read again under the lock.
  const found = await findCode(tx.db, id);
  if (!event || !found) throw new AppError('not_found');
  if (event.endsAt <= tx.clock.now()) throw new AppError('event_ended');
  return found;
}
