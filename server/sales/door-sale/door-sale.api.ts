import { answerLogin, callerOfLogin } from '#server/accounts/accounts.api.ts';
import { languageOf } from '#server/platform/http/request-facts.ts';
import type { Serve } from '#server/platform/http/serve.ts';
import { staffContract, wholeContract } from '#shared/staff-api.ts';
import { enterByDoorSale, lookAtDoorSale, showDoorSaleCode } from './door-sale.service.ts';

/** Tickets at the door, on the guest's own phone. */
export function doorSaleApi(serve: Serve): void {
  const { doorSale } = wholeContract;
  serve(doorSale.look, (ctx, { id }) => lookAtDoorSale(ctx, id));
  serve(doorSale.enter, async (ctx, { id, body }, exchange) => {
    const caller = callerOfLogin(exchange.request, undefined);
    return answerLogin(ctx, exchange, await enterByDoorSale(ctx, id, body, { caller, language: languageOf(exchange.request) }), undefined);
  });
  serve(staffContract.staffDoorSale.code, (ctx, { id }) => showDoorSaleCode(ctx, id));
}
