import { isWithin, requireMayGive } from '#server/content/events/free-types.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { type Context, keepAnswer, requireUser } from '#server/platform/context.ts';
import { withStock } from '#server/sales/inventory/stock.service.ts';
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

/** The codes of an event with how often each is used, the newest first. @throws event_not_found */
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

/** For the audit log, which is kept for good: the owner of a code is often a person. */
const writtenDown = ({ owner: _owner, ...fields }: CodeFields) => fields;

const promoCodeSubject = (id: number): string => `promo_code ${id}`;

/** @throws event_not_found, event_ended, forbidden (codes for a free type by who may not give tickets), confirmation_required, invalid_fields when the text is taken, too many would be there, or the ticket type is not hidden */
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
    return keepAnswer(tx, { ...(await listPromoCodes(tx, eventId)), made: texts });
  });
}

const invalid = (field: string, key: string) => new AppError('invalid_fields', { errors: { [field]: `validation.${key}` } });

type Found = NonNullable<Awaited<ReturnType<typeof findCode>>>;

/** Returns true if a code opens no more than before: as many places at most, for each guest too, and within its times. */
const opensNoMore = (after: CodeFields, before: CodeFields): boolean =>
  isAtMost(after.uses, before.uses) && isAtMost(after.usesPerPerson, before.usesPerPerson) && isWithin(timesOf(after), timesOf(before));

/** Null is without a bound. */
const isAtMost = (uses: number | null, most: number | null): boolean => most === null || (uses !== null && uses <= most);

const timesOf = ({ validFrom, validUntil }: CodeFields) => ({ from: validFrom, until: validUntil });

/**
 * @throws not_found, event_ended, conflict when somebody else changed or ended it, forbidden (more of a free type by who may not give
 * tickets), confirmation_required, invalid_fields when it is used more often already
 */
export function changePromoCode(
  ctx: Context,
  id: number,
  { version, ...rules }: PromoCodeRules & { version: number },
): Promise<EventPromoCodesView> {
  return withPromoCode(ctx, id, async (tx, { code, priceTetri, held, sold }) => {
    if (code.version !== version || code.endedAt) throw new AppError('conflict');
    const fields = toFields(rules);
    if (priceTetri === 0 && !opensNoMore(fields, code)) requireMayGive(tx);
    if (fields.uses !== null && fields.uses < held + sold) throw invalid('uses', 'code_uses_taken');
    await updatePromoCode(tx.db, id, fields);
    const detail = { eventId: code.eventId, before: writtenDown(fieldsOf(code)), after: writtenDown(fields) };
    await recordAction(tx, { action: 'promo_code.change', subject: promoCodeSubject(id), detail });
  });
}

const fieldsOf = ({ owner, uses, usesPerPerson, validFrom, validUntil }: CodeFields): CodeFields => {
  return { owner, uses, usesPerPerson, validFrom, validUntil };
};

/** Nobody buys with the code any more. @throws not_found, event_ended, conflict when it has ended */
export const endPromoCode = (ctx: Context, id: number): Promise<EventPromoCodesView> => setEnd(ctx, id, 'promo_code.end');

/** @throws not_found, event_ended, forbidden (for a free type, by who may not give tickets), confirmation_required, conflict when it has not ended */
export const reopenPromoCode = (ctx: Context, id: number): Promise<EventPromoCodesView> => setEnd(ctx, id, 'promo_code.reopen');

function setEnd(ctx: Context, id: number, action: 'promo_code.end' | 'promo_code.reopen'): Promise<EventPromoCodesView> {
  return withPromoCode(ctx, id, async (tx, { code: { eventId, endedAt }, priceTetri }) => {
    const end = action === 'promo_code.end' ? tx.clock.now() : null;
    if ((end === null) === (endedAt === null)) throw new AppError('conflict');
    if (end === null && priceTetri === 0) requireMayGive(tx);
    await updatePromoCode(tx.db, id, { endedAt: end });
    await recordAction(tx, { action, subject: promoCodeSubject(id), detail: { eventId, before: { endedAt }, after: { endedAt: end } } });
  });
}

/** Changes one code under the lock of its event, which everybody who uses it takes, and returns all codes of the event. */
async function withPromoCode(ctx: Context, id: number, work: (tx: Context, found: Found) => Promise<void>): Promise<EventPromoCodesView> {
  const known = await findCode(ctx.db, id);
  if (!known) throw new AppError('not_found');
  const { eventId } = known.code;
  return withStock(ctx, async (tx) => {
    const event = await lockEventOfPromoCodes(tx.db, eventId);
    // Read again under the lock.
    const found = await findCode(tx.db, id);
    if (!event || !found) throw new AppError('not_found');
    if (event.endsAt <= tx.clock.now()) throw new AppError('event_ended');
    await work(tx, found);
    return keepAnswer(tx, await listPromoCodes(tx, eventId));
  });
}
