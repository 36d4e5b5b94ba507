import { type Deps } from '#server/platform/context.ts';
import type { Route } from '#server/platform/http/route.ts';
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

/** Codes looked up per address: a whole club behind one carrier's address needs fewer, and guessing a code needs far more. */
const LOOKS_A_MINUTE = 300;

export function promoCodesApi(route: Route, deps: Deps): void {
  const limitLooks = createAddressLimit(deps, LOOKS_A_MINUTE);
  route(wholeContract.promoCodes.look, (ctx, { id, body }, { request }) => {
    limitLooks(request.ip);
    return lookAtPromoCode(ctx, id, body.code);
  });
  route(wholeContract.promoCodes.apply, (ctx, { body }) => applyPromoCode(ctx, body.code));
}

export function staffPromoCodesApi(route: Route): void {
  const { staffPromoCodes } = staffContract;
  route(staffPromoCodes.list, (ctx, { id }) => listPromoCodes(ctx, id));
  route(staffPromoCodes.add, (ctx, { id, body }) => addPromoCodes(ctx, id, body));
  route(staffPromoCodes.change, (ctx, { id, body }) => changePromoCode(ctx, id, body));
  route(staffPromoCodes.end, (ctx, { id }) => endPromoCode(ctx, id));
  route(staffPromoCodes.reopen, (ctx, { id }) => reopenPromoCode(ctx, id));
}

export function staffAnnouncementsApi(route: Route): void {
  const { staffAnnouncements } = staffContract;
  route(staffAnnouncements.list, (ctx, { id }) => listAnnouncements(ctx, id));
  route(staffAnnouncements.preview, (ctx, { id, body }) => previewAnnouncement(ctx, id, body));
  route(staffAnnouncements.test, (ctx, { id, body }) => testAnnouncement(ctx, id, body));
  route(staffAnnouncements.plan, (ctx, { id, body }) => planAnnouncement(ctx, id, body));
  route(staffAnnouncements.cancel, (ctx, { id }) => cancelAnnouncement(ctx, id));
}

export function staffNewsletterApi(route: Route): void {
  const { staffNewsletter } = staffContract;
  route(staffNewsletter.list, (ctx) => listAnnouncements(ctx, null));
  route(staffNewsletter.preview, (ctx, { body }) => previewAnnouncement(ctx, null, body));
  route(staffNewsletter.test, (ctx, { body }) => testAnnouncement(ctx, null, body));
  route(staffNewsletter.plan, (ctx, { body }) => planAnnouncement(ctx, null, body));
  route(staffNewsletter.cancel, (ctx, { id }) => cancelAnnouncement(ctx, id, 'newsletter'));
}

/** Per address: far too few to guess a link. */
const PROMOTER_PAGES_A_MINUTE = 60;

/** The promoter's own page, reached by a link without an account. */
export function promoterApi(route: Route, deps: Deps): void {
  const limit = createAddressLimit(deps, PROMOTER_PAGES_A_MINUTE);
  route(wholeContract.promoter.read, (ctx, { body }, { request }) => {
    limit(request.ip);
    return readPromoterPage(ctx, body.token);
  });
}

/** Staff's calls about promoters, a file of the back office. */
export function staffPromotersApi(route: Route): void {
  const { staffPromoters } = staffContract;
  route(staffPromoters.list, listPromoters);
  route(staffPromoters.events, (ctx, { id }) => listPromotedEvents(ctx, id));
  route(staffPromoters.add, (ctx, { body }) => addPromoter(ctx, body));
  route(staffPromoters.change, (ctx, { id, body }) => changePromoter(ctx, id, body));
  route(staffPromoters.end, (ctx, { id }) => endPromoter(ctx, id));
  route(staffPromoters.reopen, (ctx, { id }) => reopenPromoter(ctx, id));
  route(staffPromoters.makeLink, (ctx, { id }) => makePromoterLink(ctx, id));
  route(staffPromoters.endLink, (ctx, { id }) => endPromoterLink(ctx, id));
}

export function staffListsApi(route: Route): void {
  const { staffLists } = staffContract;
  route(staffLists.list, (ctx, { id }) => readLists(ctx, id));
  route(staffLists.add, (ctx, { id, body }) => addList(ctx, id, body));
  route(staffLists.change, (ctx, { id, body }) => changeList(ctx, id, body));
  route(staffLists.end, (ctx, { id }) => endList(ctx, id));
  route(staffLists.reopen, (ctx, { id }) => reopenList(ctx, id));
  route(staffLists.addEntries, (ctx, { id, body }) => addEntries(ctx, id, body, showAll));
  route(staffLists.changeEntry, (ctx, { id, body }) => changeEntry(ctx, id, body, showAll));
  route(staffLists.removeEntry, (ctx, { id }) => removeEntry(ctx, id, showAll));
  route(staffLists.bringBackEntry, (ctx, { id }) => bringBackEntry(ctx, id, showAll));
  route(staffLists.makeLink, (ctx, { id }) => makeListLink(ctx, id));
  route(staffLists.endLink, (ctx, { id }) => endListLink(ctx, id));
}

/** Per address: enough to type a list on a phone, far too few to guess a link. */
const OWN_LIST_CALLS_A_MINUTE = 120;

/** The calls of a list's owner by its link, without an account. */
export function ownListApi(route: Route, deps: Deps): void {
  const limit = createAddressLimit(deps, OWN_LIST_CALLS_A_MINUTE);
  const { ownList } = wholeContract;
  route(ownList.read, (ctx, { body }, { request }) => {
    limit(request.ip);
    return readOwnList(ctx, body.token);
  });
  route(ownList.add, (ctx, { body }, { request }) => {
    limit(request.ip);
    return addOwnNames(ctx, body);
  });
  route(ownList.change, (ctx, { body }, { request }) => {
    limit(request.ip);
    return changeOwnName(ctx, body);
  });
  route(ownList.remove, (ctx, { body }, { request }) => {
    limit(request.ip);
    return removeOwnName(ctx, body);
  });
  route(ownList.bringBack, (ctx, { body }, { request }) => {
    limit(request.ip);
    return bringBackOwnName(ctx, body);
  });
}
