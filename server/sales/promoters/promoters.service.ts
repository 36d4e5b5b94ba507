import { createOpaqueToken, hashOpaqueToken } from '#server/accounts/tokens.ts';
import { listEvents } from '#server/content/events/events.service.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { type Context, storeAnswer, requireUser, withTransaction } from '#server/platform/context.ts';
import { toWireTime } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { toGel, toTetri } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import type { PromoterPageView } from '#shared/promoters/promoter.contract.ts';
import type { Promoted, PromotedEvent } from '#shared/promoters/promoter.schemas.ts';
import type { PromotersView } from '#shared/staff/promoters.contract.ts';
import type { NewPromoter, PromoterRules } from '#shared/staff/promoters.schemas.ts';
import {
  type AttributedSales,
  findAttributedSales,
  findPromoter,
  findPromoterByLink,
  findPromoters,
  insertPromoter,
  lockPromoter,
  type Promoter,
  updatePromoter,
} from './promoters.queries.ts';

/** Returns the commission of one event, rounded to a tetri: a sum per arrival, and a share of the tickets' money. */
export const commissionOf = (
  { perArrivalTetri, percent }: Pick<Promoter, 'perArrivalTetri' | 'percent'>,
  { arrived, tetri }: Pick<AttributedSales, 'arrived' | 'tetri'>,
): number => perArrivalTetri * arrived + Math.round((tetri * percent) / 100);

type Sums = Pick<Promoted, 'opened' | 'held' | 'sold' | 'arrived' | 'money' | 'commission'>;

function sumsOf(promoter: Promoter, rows: readonly AttributedSales[]): Sums {
  const sum = (of: (row: AttributedSales) => number): number => rows.reduce((total, row) => total + of(row), 0);
  return {
    opened: sum(({ opened }) => opened),
    held: sum(({ held }) => held),
    sold: sum(({ sold }) => sold),
    arrived: sum(({ arrived }) => arrived),
    money: toGel(sum(({ tetri }) => tetri)),
    commission: toGel(sum((row) => commissionOf(promoter, row))),
  };
}

const factsOf = ({ name, refCode, perArrivalTetri, percent }: Promoter) => ({ name, refCode, perArrival: toGel(perArrivalTetri), percent });

/** Returns all promoters with the sums of their attributed sales. */
export async function listPromoters(ctx: Context): Promise<PromotersView> {
  const sales = Map.groupBy(await findAttributedSales(ctx.db), ({ promoterId }) => promoterId);
  const items = (await findPromoters(ctx.db)).map((promoter) => ({
    id: promoter.id,
    ...factsOf(promoter),
    endedAt: promoter.endedAt && toWireTime(promoter.endedAt),
    linkMadeAt: promoter.linkMadeAt && toWireTime(promoter.linkMadeAt),
    version: promoter.version,
    ...sumsOf(promoter, sales.get(promoter.id) ?? []),
  }));
  return { items };
}

/** Returns the attributed sales of a promoter, by event. */
function eventsOf(promoter: Promoter, rows: readonly AttributedSales[]): PromotedEvent[] {
  return rows.map((row) => {
    const { eventId: id, name, nameLat, startsAt } = row;
    const event = name === null || nameLat === null || startsAt === null ? null : { id, name, nameLat, startDate: toWireTime(startsAt) };
    return { event, ...sumsOf(promoter, [row]) };
  });
}

/** @throws not_found */
export async function listPromotedEvents(ctx: Context, id: number): Promise<{ items: PromotedEvent[] }> {
  const promoter = await findPromoter(ctx.db, id);
  if (!promoter) throw new AppError('not_found');
  return { items: eventsOf(promoter, await findAttributedSales(ctx.db, id)) };
}

const LINKED_EVENTS = 12;

/** Returns what a promoter reads by the link of the own page. @throws promoter_link_unknown */
export async function readPromoterPage(ctx: Context, token: string): Promise<PromoterPageView> {
  const promoter = await findPromoterByLink(ctx.db, hashOpaqueToken(token));
  if (!promoter) throw new AppError('promoter_link_unknown');
  const rows = await findAttributedSales(ctx.db, promoter.id);
  const coming = await listEvents(ctx);
  return {
    ...factsOf(promoter),
    ...sumsOf(promoter, rows),
    hasEnded: promoter.endedAt !== null,
    events: eventsOf(promoter, rows),
    coming: coming.slice(0, LINKED_EVENTS).map(({ id, name, nameLat }) => ({ id, name, nameLat })),
  };
}

const toFields = ({ name, perArrival, percent }: PromoterRules) => ({ name, perArrivalTetri: toTetri(perArrival), percent });

/** For the audit log, which is permanent: the name is a person's. */
const writtenDown = ({ perArrivalTetri, percent }: Pick<Promoter, 'perArrivalTetri' | 'percent'>) => ({ perArrivalTetri, percent });

const promoterSubject = (id: number): string => `promoter ${id}`;

/** @throws invalid_fields when another promoter has the ref code */
export function addPromoter(ctx: Context, { refCode, ...rules }: NewPromoter): Promise<PromotersView> {
  return withTransaction(ctx, async (tx) => {
    const fields = toFields(rules);
    const id = await insertPromoter(tx.db, { ...fields, refCode, createdBy: requireUser(tx).userId, createdAt: tx.clock.now() });
    if (id === undefined) throw new AppError('invalid_fields', { errors: { refCode: 'validation.ref_code_taken' } });
    await recordAction(tx, { action: 'promoter.add', subject: promoterSubject(id), detail: { before: null, after: writtenDown(fields) } });
    return storeAnswer(tx, await listPromoters(tx));
  });
}

/** @throws not_found, conflict when it was changed since */
export function changePromoter(
  ctx: Context,
  id: number,
  { version, ...rules }: PromoterRules & { version: number },
): Promise<PromotersView> {
  return withTransaction(ctx, async (tx) => {
    const promoter = await lockKnown(tx, id);
    if (promoter.version !== version) throw new AppError('conflict');
    const fields = toFields(rules);
    await updatePromoter(tx.db, id, fields);
    const detail = { before: writtenDown(promoter), after: writtenDown(fields) };
    await recordAction(tx, { action: 'promoter.change', subject: promoterSubject(id), detail });
    return storeAnswer(tx, await listPromoters(tx));
  });
}

/** @throws not_found, conflict when it has ended */
export const endPromoter = (ctx: Context, id: number): Promise<PromotersView> => setEnd(ctx, id, 'promoter.end');

/** @throws not_found, conflict when it has not ended */
export const reopenPromoter = (ctx: Context, id: number): Promise<PromotersView> => setEnd(ctx, id, 'promoter.reopen');

function setEnd(ctx: Context, id: number, action: 'promoter.end' | 'promoter.reopen'): Promise<PromotersView> {
  return withTransaction(ctx, async (tx) => {
    const { endedAt } = await lockKnown(tx, id);
    const end = action === 'promoter.end' ? tx.clock.now() : null;
    if ((end === null) === (endedAt === null)) throw new AppError('conflict');
    await updatePromoter(tx.db, id, { endedAt: end });
    await recordAction(tx, { action, subject: promoterSubject(id), detail: { before: { endedAt }, after: { endedAt: end } } });
    return storeAnswer(tx, await listPromoters(tx));
  });
}

/** Makes a link that is shown once: only its hash is stored. @throws not_found */
export async function makePromoterLink(ctx: Context, id: number): Promise<PromotersView & { url: string }> {
  const token = createOpaqueToken();
  const view = await withTransaction(ctx, async (tx) => {
    await lockKnown(tx, id);
    await updatePromoter(tx.db, id, { linkHash: hashOpaqueToken(token), linkMadeAt: tx.clock.now() });
    await recordAction(tx, { action: 'promoter.link', subject: promoterSubject(id), detail: {} });
    return storeAnswer(tx, await listPromoters(tx));
  });
  return { ...view, url: `${ctx.env.publicUrl}${paths.promoter}#${token}` };
}

/** @throws not_found, conflict when there is none */
export function endPromoterLink(ctx: Context, id: number): Promise<PromotersView> {
  return withTransaction(ctx, async (tx) => {
    const { linkHash } = await lockKnown(tx, id);
    if (linkHash === null) throw new AppError('conflict');
    await updatePromoter(tx.db, id, { linkHash: null, linkMadeAt: null });
    await recordAction(tx, { action: 'promoter.link_ended', subject: promoterSubject(id), detail: {} });
    return storeAnswer(tx, await listPromoters(tx));
  });
}

async function lockKnown(tx: Context, id: number): Promise<Promoter> {
  const promoter = await lockPromoter(tx.db, id);
  if (!promoter) throw new AppError('not_found');
  return promoter;
}
