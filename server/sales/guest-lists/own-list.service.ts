import { hashOpaqueToken } from '#server/accounts/tokens.ts';
import type { Context } from '#server/platform/context.ts';
import { toWireTime } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import type { OwnListView } from '#shared/guest-lists/own-list.contract.ts';
import type { AddedNames } from '#shared/staff/guest-lists.contract.ts';
import type { GuestListEntriesInput } from '#shared/staff/guest-lists.schemas.ts';
import { addEntries, bringBackEntry, changeEntry, removeEntry, type Show } from './staff-entries.service.ts';
import { isMailed, consumeMails } from './list-tickets.service.ts';
import { type GuestList, findEntries, findListByLink, findListOfEntry, type ListedEntry } from './staff-guest-lists.queries.ts';
import { toPrice } from './staff-guest-lists.service.ts';

type ByToken = { token: string };
type ByName = ByToken & { entryId: number };
type Found = NonNullable<Awaited<ReturnType<typeof findListByLink>>>;

/** Returns the list of a link, as its owner sees it. @throws list_link_unknown */
export async function readOwnList(ctx: Context, token: string): Promise<OwnListView> {
  return toView(ctx, await find(ctx, token));
}

/** @throws list_link_unknown, and what `addEntries` throws */
export async function addOwnNames(ctx: Context, { token, ...names }: ByToken & GuestListEntriesInput): Promise<OwnListView & AddedNames> {
  const { list } = await find(ctx, token);
  await consumeMails(ctx, list.id, names.entries.filter(isMailed).length);
  return addEntries(ctx, list.id, names, showTo(token));
}

/** @throws list_link_unknown, not_found, and what `changeEntry` throws */
export async function changeOwnName(ctx: Context, { token, entryId, plusOnes }: ByName & { plusOnes: number }): Promise<OwnListView> {
  await findName(ctx, { token, entryId });
  return changeEntry(ctx, entryId, { plusOnes }, showTo(token));
}

/** @throws list_link_unknown, not_found, and what `removeEntry` throws */
export async function removeOwnName(ctx: Context, name: ByName): Promise<OwnListView> {
  await findName(ctx, name);
  return removeEntry(ctx, name.entryId, showTo(name.token));
}

/** @throws list_link_unknown, not_found, and what `bringBackEntry` throws */
export async function bringBackOwnName(ctx: Context, name: ByName): Promise<OwnListView> {
  const listId = await findName(ctx, name);
  await consumeMails(ctx, listId, 1);
  return bringBackEntry(ctx, name.entryId, showTo(name.token));
}

async function find({ db }: Context, token: string): Promise<Found> {
  const found = await findListByLink(db, hashOpaqueToken(token));
  if (!found) throw new AppError('list_link_unknown');
  return found;
}

/** Returns the list of a name; a link reaches only the names of its own list. @throws list_link_unknown, not_found */
async function findName(ctx: Context, { token, entryId }: ByName): Promise<number> {
  const { list } = await find(ctx, token);
  if ((await findListOfEntry(ctx.db, entryId)) !== list.id) throw new AppError('not_found');
  return list.id;
}

/** Reads the list again under its lock: if its link was ended since, the change is rolled back. */
const showTo =
  (token: string): Show<OwnListView> =>
  (tx) =>
    readOwnList(tx, token);

async function toView(ctx: Context, found: Found): Promise<OwnListView> {
  const { list, event } = found;
  const rows = (await findEntries(ctx.db, list.eventId)).filter(({ listId }) => listId === list.id);
  const arrivals = new Map((await ctx.hooks.countEntryArrivals(ctx.db, list.eventId)).map(({ entryId, people }) => [entryId, people]));
  const timesOf = Map.groupBy(rows, nameKey);
  return {
    name: list.name,
    event: {
      id: list.eventId,
      name: event.name,
      nameLat: event.nameLat,
      startDate: toWireTime(event.startsAt),
      doorsAt: toWireTime(event.opensAt ?? event.startsAt),
    },
    allocation: list.allocation,
    people: rows.reduce((sum, { plusOnes }) => sum + 1 + plusOnes, 0),
    freeUntil: list.freeUntil && toWireTime(list.freeUntil),
    price: toPrice(list.priceTetri),
    ticketsLeft: Math.max(0, list.mailedTickets - rows.filter(isAnswered).length),
    state: stateOf(list, event, ctx.clock.now()),
    entries: rows.map((row) => {
      const { id, firstName, lastName, plusOnes, note } = row;
      const isDuplicate = firstName !== '' && (timesOf.get(nameKey(row))?.length ?? 0) > 1;
      return { id, firstName, lastName, plusOnes, note, arrived: arrivals.get(id) ?? 0, hasTicket: isAnswered(row), isDuplicate };
    }),
  };
}

/** The owner must not learn whom the club has banned, so a refused ticket looks like a mailed one. */
const isAnswered = ({ hasTicket, isTicketRefused }: ListedEntry): boolean => hasTicket || isTicketRefused;

const nameKey = ({ firstName, lastName }: { firstName: string; lastName: string }): string => `${firstName} ${lastName}`.toLowerCase();

function stateOf({ endedAt, freeUntil }: GuestList, { state, endsAt }: Found['event'], now: Date): OwnListView['state'] {
  if (state === 'cancelled') return 'cancelled';
  if (endedAt) return 'ended';
  if (now >= endsAt) return 'over';
  return freeUntil && now >= freeUntil ? 'late' : 'open';
}
