import { createOpaqueToken, hashOpaqueToken } from '#server/accounts/tokens.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import type { Context } from '#server/platform/context.ts';
import { AppError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import type { EventListsView } from '#shared/staff/lists.contract.ts';
import { updateList } from './staff-lists.queries.ts';
import { listSubject, showAll, withList } from './staff-lists.service.ts';

/**
 * Makes the link with which the owner of a list writes names; the one before ends. It is shown once: only its hash is stored. @throws
 * not_found, event_ended, conflict when the list has ended
 */
export function makeListLink(ctx: Context, id: number): Promise<EventListsView & { url: string }> {
  const token = createOpaqueToken();
  return withList(
    ctx,
    id,
    async (tx, { eventId, endedAt }) => {
      if (endedAt) throw new AppError('conflict');
      await updateList(tx.db, id, { linkHash: hashOpaqueToken(token), linkMadeAt: tx.clock.now() });
      await recordAction(tx, { action: 'list.link', subject: listSubject(id), detail: { eventId } });
    },
    // Behind `#` it is in no log and no referrer.
    async (tx, list) => ({ ...(await showAll(tx, list)), url: `${tx.env.publicUrl}${paths.ownList}#${token}` }),
  );
}

/** @throws not_found, event_ended, conflict when it has none */
export function endListLink(ctx: Context, id: number): Promise<EventListsView> {
  return withList(
    ctx,
    id,
    async (tx, { eventId, linkHash }) => {
      if (linkHash === null) throw new AppError('conflict');
      await updateList(tx.db, id, { linkHash: null, linkMadeAt: null });
      await recordAction(tx, { action: 'list.link_ended', subject: listSubject(id), detail: { eventId } });
    },
    showAll,
  );
}
