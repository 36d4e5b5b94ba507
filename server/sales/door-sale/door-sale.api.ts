import { answerLogin, callerOfLogin } from '#server/accounts/accounts.api.ts';
import type { Deps } from '#server/platform/context.ts';
import { languageOf } from '#server/platform/http/request-facts.ts';
import type { Route } from '#server/platform/http/route.ts';
import { createAddressLimit } from '#server/platform/limits/quota.ts';
import { staffContract, wholeContract } from '#shared/staff-api.ts';
import { enterByDoorSale, enterByLink, lookAtDoorSale, showDoorSaleCode } from './door-sale.service.ts';

/** Per address: far too few to guess a link. */
const LINKS_A_MINUTE = 60;

/** Door sales on the guest's own phone. */
export function doorSaleApi(route: Route, deps: Deps): void {
  const { doorSale } = wholeContract;
  route(doorSale.look, (ctx, { id }) => lookAtDoorSale(ctx, id));
  route(doorSale.enter, async (ctx, { id, body }, exchange) => {
    const caller = callerOfLogin(exchange.request, undefined);
    return answerLogin(ctx, exchange, await enterByDoorSale(ctx, id, body, { caller, language: languageOf(exchange.request) }), undefined);
  });
  const limitLinks = createAddressLimit(deps, LINKS_A_MINUTE);
  route(doorSale.enterByLink, async (ctx, { body: { token, ...form } }, exchange) => {
    limitLinks(exchange.request.ip);
    const caller = callerOfLogin(exchange.request, undefined);
    return answerLogin(ctx, exchange, await enterByLink(ctx, token, form, { caller, language: languageOf(exchange.request) }), undefined);
  });
  route(staffContract.staffDoorSale.code, (ctx, { id }) => showDoorSaleCode(ctx, id));
}
