import { staffContract } from '#shared/staff-api.ts';
import { changeStatus } from '#server/accounts/accounts.service.ts';
import { setVerifiedOnly } from '#server/content/events/event-state.service.ts';
import type { Serve } from '#server/platform/http/serve.ts';
import { banGuest, unbanGuest } from './bans.service.ts';
import { addNote, getStaffGuest, showPersonalNumber, withdrawNote } from './guest-detail.service.ts';
import { countGuests, listGuests, listWaiting } from './guests.service.ts';

export function staffGuestsApi(serve: Serve): void {
  const { guests } = staffContract;
  serve(guests.list, listGuests);
  serve(guests.find, (ctx, { body }) => listGuests(ctx, body));
  serve(guests.queue, listWaiting);
  serve(guests.counts, countGuests);
  serve(guests.get, (ctx, { id }) => getStaffGuest(ctx, id));
  serve(guests.showPersonalNumber, (ctx, { id }) => showPersonalNumber(ctx, id));
  serve(guests.changeStatus, (ctx, { id, body }) => changeStatus(ctx, { userId: id, ...body }));
  serve(guests.ban, (ctx, { id, body }) => banGuest(ctx, id, body));
  serve(guests.unban, (ctx, { id }) => unbanGuest(ctx, id));
  serve(guests.addNote, (ctx, { id, body }) => addNote(ctx, id, body.text));
  serve(guests.withdrawNote, (ctx, { id, noteId }) => withdrawNote(ctx, id, noteId));
  serve(guests.setVerifiedOnly, (ctx, { id, body }) => setVerifiedOnly(ctx, id, body));
}
