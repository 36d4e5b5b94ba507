import { lockCallerWith } from '#server/accounts/lock-caller.ts';
import { createOpaqueToken, hashOpaqueToken } from '#server/accounts/tokens.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { type Context, storeAnswer, withTransaction } from '#server/platform/context.ts';
import { AppError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import type { EventListsView } from '#shared/staff/guest-lists.contract.ts';
import { endLinksMadeBy, updateList } from './staff-guest-lists.queries.ts';
import { listSubject, lockListOfEvent, readLists } from './staff-guest-lists.service.ts';

/**
 * Makes the link with which the owner of a list adds names, in place of an earlier one. It is shown once: only its hash is stored. Links
 * end with their maker's access (`endListLinksOf`). @throws not_found, event_ended, conflict when the list has ended, and what
 * `lockCallerWith` throws
 */
export function makeListLink(ctx: Context, id: number): Promise<EventListsView & { url: string }> {
  return withTransaction(ctx, async (tx) => {
    const { userId } = await lockCallerWith(tx, 'lists.edit');
    const { list } = await lockListOfEvent(tx, id);
    if (list.endedAt) throw new AppError('conflict');
    const token = createOpaqueToken();
    await updateList(tx.db, id, { linkHash: hashOpaqueToken(token), linkMadeAt: tx.clock.now(), linkMadeBy: userId });
    await recordAction(tx, { action: 'list.link', subject: listSubject(id), detail: { eventId: list.eventId } });
    // After `#` the token appears in no log and no referrer.
    const url = `${tx.env.publicUrl}${paths.ownList}#${token}`;
    return storeAnswer(tx, { ...(await readLists(tx, list.eventId)), url });
  });
}

/** Ends the links that an account made, when its user is signed out or may no longer edit lists. Returns how many. */
export const endListLinksOf = (tx: Context, userId: number): Promise<number> => endLinksMadeBy(tx.db, userId);

/** @throws not_found, event_ended, conflict when it has none */
export function endListLink(ctx: Context, id: number): Promise<EventListsView> {
  return withTransaction(ctx, async (tx) => {
    const { list } = await lockListOfEvent(tx, id);
    if (list.linkHash === null) throw new AppError('conflict');
    await updateList(tx.db, id, { linkHash: null, linkMadeAt: null, linkMadeBy: null });
    await recordAction(tx, { action: 'list.link_ended', subject: listSubject(id), detail: { eventId: list.eventId } });
    return storeAnswer(tx, await readLists(tx, list.eventId));
  });
}
