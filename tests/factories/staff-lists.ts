import type { WholeApi } from '#shared/staff-api.ts';
import type { GuestListInput } from '#shared/staff/guest-lists.schemas.ts';
import type { EventListsView } from '#shared/staff/guest-lists.contract.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { createEvent } from './events.ts';

/** The evening of the documented examples, because a list's hour must be one of its event. */
const EVENING = { startsAt: new Date('2027-03-05T23:00:00+04:00') };
export const listFields = { name: 'Nulovani', allocation: 10, freeUntil: null };
const people = [{ firstName: 'Nino', lastName: 'Beridze', plusOnes: 2 }];

export function firstList({ lists: [list] }: EventListsView) {
  if (!list) throw new Error('The event has no list.');
  return list;
}

/** Creates an event with a guest list for ten people and one entry. */
export async function newGuestList(
  { ctx }: TestApp,
  api: WholeApi,
  fields: Partial<GuestListInput> = {},
  evening: { startsAt: Date } = EVENING,
) {
  const { id: eventId } = await createEvent(ctx, evening);
  const { id: listId } = firstList(await api.staffLists.add({ id: eventId, body: { ...listFields, ...fields } }));
  const { entries } = firstList(await api.staffLists.addEntries({ id: listId, body: { entries: people } }));
  return { eventId, listId, entryId: entries[0]?.id ?? 0 };
}

/** Creates a guest list with a link, and returns the link's token. */
export async function newLinkedList(app: TestApp, api: WholeApi, fields: Parameters<typeof newGuestList>[2] = {}) {
  const made = await newGuestList(app, api, fields);
  const { url } = await api.staffLists.makeLink({ id: made.listId });
  return { ...made, token: url.split('#')[1] ?? '' };
}

type Prepare = (app: TestApp, api: WholeApi) => Promise<{ id: number; body?: Record<string, unknown> }>;

/** Effective inputs of the commands about guest lists. */
export const listCommands: Record<string, Prepare> = {
  'staffLists.add': async ({ ctx }) => ({ id: (await createEvent(ctx, EVENING)).id, body: { ...listFields } }),
  'staffLists.change': async (app, api) => ({
    id: (await newGuestList(app, api)).listId,
    body: { ...listFields, allocation: 12, version: 1 },
  }),
  'staffLists.end': async (app, api) => ({ id: (await newGuestList(app, api)).listId }),
  'staffLists.reopen': async (app, api) => {
    const { listId: id } = await newGuestList(app, api);
    await api.staffLists.end({ id });
    return { id };
  },
  'staffLists.makeLink': async (app, api) => ({ id: (await newGuestList(app, api)).listId }),
  'staffLists.endLink': async (app, api) => ({ id: (await newLinkedList(app, api)).listId }),
  'staffLists.addEntries': async (app, api) => ({ id: (await newGuestList(app, api)).listId, body: { entries: people } }),
  'staffLists.changeEntry': async (app, api) => ({ id: (await newGuestList(app, api)).entryId, body: { plusOnes: 1 } }),
  'staffLists.removeEntry': async (app, api) => ({ id: (await newGuestList(app, api)).entryId }),
  'staffLists.bringBackEntry': async (app, api) => {
    const { entryId: id } = await newGuestList(app, api);
    await api.staffLists.removeEntry({ id });
    return { id };
  },
};
