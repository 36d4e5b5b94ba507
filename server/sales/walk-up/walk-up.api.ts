import { answerLogin, callerOfLogin } from '#server/accounts/accounts.api.ts';
import { languageOf } from '#server/platform/http/request-facts.ts';
import type { Serve } from '#server/platform/http/serve.ts';
import { staffContract, wholeContract } from '#shared/staff-api.ts';
import { enterByWalkUp, lookAtWalkUp, showWalkUpCode } from './walk-up.service.ts';

/** Tickets at the rope, on the guest's own phone. */
export function walkUpApi(serve: Serve): void {
  const { walkUp } = wholeContract;
  serve(walkUp.look, (ctx, { id }) => lookAtWalkUp(ctx, id));
  serve(walkUp.enter, async (ctx, { id, body }, exchange) => {
    const caller = callerOfLogin(exchange.request, undefined);
    return answerLogin(ctx, exchange, await enterByWalkUp(ctx, id, body, { caller, language: languageOf(exchange.request) }), undefined);
  });
  serve(staffContract.staffWalkUp.code, (ctx, { id }) => showWalkUpCode(ctx, id));
}
