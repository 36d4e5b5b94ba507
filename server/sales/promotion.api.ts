import { type Deps } from '#server/platform/context.ts';
import type { Serve } from '#server/platform/http/serve.ts';
import { createAddressLimit } from '#server/platform/limits/quota.ts';
import {
  cancelAnnouncement,
  listAnnouncements,
  planAnnouncement,
  previewAnnouncement,
  testAnnouncement,
} from '#server/sales/announcements/announcements.service.ts';
import { applyPromoCode, lookAtPromoCode } from '#server/sales/promo-codes/promo-codes.service.ts';
import {
  addPromoCodes,
  changePromoCode,
  endPromoCode,
  listPromoCodes,
  reopenPromoCode,
} from '#server/sales/promo-codes/staff-promo-codes.service.ts';
import { addEntries, bringBackEntry, changeEntry, removeEntry, showAll } from '#server/sales/guest-lists/staff-entries.service.ts';
import { endListLink, makeListLink } from '#server/sales/guest-lists/list-link.service.ts';
import { addOwnNames, bringBackOwnName, changeOwnName, readOwnList, removeOwnName } from '#server/sales/guest-lists/own-list.service.ts';
import { addList, changeList, endList, readLists, reopenList } from '#server/sales/guest-lists/staff-guest-lists.service.ts';
import {
  addPromoter,
  changePromoter,
  endPromoter,
  endPromoterLink,
  listPromotedEvents,
  listPromoters,
  makePromoterLink,
  readPromoterPage,
  reopenPromoter,
} from '#server/sales/promoters/promoters.service.ts';
import { staffContract, wholeContract } from '#shared/staff-api.ts';

/** Codes that one address looks at: a whole club behind one carrier's address stays below this, and nobody guesses a code with it. */
const LOOKS_A_MINUTE = 300;

export function promoCodesApi(serve: Serve, deps: Deps): void {
  const limitLooks = createAddressLimit(deps, LOOKS_A_MINUTE);
  serve(wholeContract.promoCodes.look, (ctx, { id, body }, { request }) => {
    limitLooks(request.ip);
    return lookAtPromoCode(ctx, id, body.code);
  });
  serve(wholeContract.promoCodes.apply, (ctx, { body }) => applyPromoCode(ctx, body.code));
}

/** Staff's calls about codes. */
export function staffPromoCodesApi(serve: Serve): void {
  const { staffPromoCodes } = staffContract;
  serve(staffPromoCodes.list, (ctx, { id }) => listPromoCodes(ctx, id));
  serve(staffPromoCodes.add, (ctx, { id, body }) => addPromoCodes(ctx, id, body));
  serve(staffPromoCodes.change, (ctx, { id, body }) => changePromoCode(ctx, id, body));
  serve(staffPromoCodes.end, (ctx, { id }) => endPromoCode(ctx, id));
  serve(staffPromoCodes.reopen, (ctx, { id }) => reopenPromoCode(ctx, id));
}

/** Staff's calls about messages to the holders of tickets. */
export function staffAnnouncementsApi(serve: Serve): void {
  const { staffAnnouncements } = staffContract;
  serve(staffAnnouncements.list, (ctx, { id }) => listAnnouncements(ctx, id));
  serve(staffAnnouncements.preview, (ctx, { id, body }) => previewAnnouncement(ctx, id, body));
  serve(staffAnnouncements.test, (ctx, { id, body }) => testAnnouncement(ctx, id, body));
  serve(staffAnnouncements.plan, (ctx, { id, body }) => planAnnouncement(ctx, id, body));
  serve(staffAnnouncements.cancel, (ctx, { id }) => cancelAnnouncement(ctx, id));
}

/** Staff's calls about the newsletter: messages without an event. */
export function staffNewsletterApi(serve: Serve): void {
  const { staffNewsletter } = staffContract;
  serve(staffNewsletter.list, (ctx) => listAnnouncements(ctx, null));
  serve(staffNewsletter.preview, (ctx, { body }) => previewAnnouncement(ctx, null, body));
  serve(staffNewsletter.test, (ctx, { body }) => testAnnouncement(ctx, null, body));
  serve(staffNewsletter.plan, (ctx, { body }) => planAnnouncement(ctx, null, body));
  serve(staffNewsletter.cancel, (ctx, { id }) => cancelAnnouncement(ctx, id, 'newsletter'));
}

/** Per address; hopeless for somebody who guesses links. */
const PROMOTER_PAGES_A_MINUTE = 60;

/** What a promoter reads with the own link, without an account. */
export function promoterApi(serve: Serve, deps: Deps): void {
  const limit = createAddressLimit(deps, PROMOTER_PAGES_A_MINUTE);
  serve(wholeContract.promoter.read, (ctx, { body }, { request }) => {
    limit(request.ip);
    return readPromoterPage(ctx, body.token);
  });
}

/** Staff's calls about promoters; their file is one of the office. */
export function staffPromotersApi(serve: Serve): void {
  const { staffPromoters } = staffContract;
  serve(staffPromoters.list, listPromoters);
  serve(staffPromoters.events, (ctx, { id }) => listPromotedEvents(ctx, id));
  serve(staffPromoters.add, (ctx, { body }) => addPromoter(ctx, body));
  serve(staffPromoters.change, (ctx, { id, body }) => changePromoter(ctx, id, body));
  serve(staffPromoters.end, (ctx, { id }) => endPromoter(ctx, id));
  serve(staffPromoters.reopen, (ctx, { id }) => reopenPromoter(ctx, id));
  serve(staffPromoters.makeLink, (ctx, { id }) => makePromoterLink(ctx, id));
  serve(staffPromoters.endLink, (ctx, { id }) => endPromoterLink(ctx, id));
}

/** Staff's calls about guest lists. */
export function staffListsApi(serve: Serve): void {
  const { staffLists } = staffContract;
  serve(staffLists.list, (ctx, { id }) => readLists(ctx, id));
  serve(staffLists.add, (ctx, { id, body }) => addList(ctx, id, body));
  serve(staffLists.change, (ctx, { id, body }) => changeList(ctx, id, body));
  serve(staffLists.end, (ctx, { id }) => endList(ctx, id));
  serve(staffLists.reopen, (ctx, { id }) => reopenList(ctx, id));
  serve(staffLists.addEntries, (ctx, { id, body }) => addEntries(ctx, id, body, showAll));
  serve(staffLists.changeEntry, (ctx, { id, body }) => changeEntry(ctx, id, body, showAll));
  serve(staffLists.removeEntry, (ctx, { id }) => removeEntry(ctx, id, showAll));
  serve(staffLists.bringBackEntry, (ctx, { id }) => bringBackEntry(ctx, id, showAll));
  serve(staffLists.makeLink, (ctx, { id }) => makeListLink(ctx, id));
  serve(staffLists.endLink, (ctx, { id }) => endListLink(ctx, id));
}

/** Per address: a list that is typed on a phone, and hopeless for somebody who guesses links. */
const OWN_LIST_CALLS_A_MINUTE = 120;

/** What the owner of a guest list does with its link, without an account. */
export function ownListApi(serve: Serve, deps: Deps): void {
  const limit = createAddressLimit(deps, OWN_LIST_CALLS_A_MINUTE);
  const { ownList } = wholeContract;
  serve(ownList.read, (ctx, { body }, { request }) => {
    limit(request.ip);
    return readOwnList(ctx, body.token);
  });
  serve(ownList.add, (ctx, { body }, { request }) => {
    limit(request.ip);
    return addOwnNames(ctx, body);
  });
  serve(ownList.change, (ctx, { body }, { request }) => {
    limit(request.ip);
    return changeOwnName(ctx, body);
  });
  serve(ownList.remove, (ctx, { body }, { request }) => {
    limit(request.ip);
    return removeOwnName(ctx, body);
  });
  serve(ownList.bringBack, (ctx, { body }, { request }) => {
    limit(request.ip);
    return bringBackOwnName(ctx, body);
  });
}
