import type { Serve } from '#server/platform/http/serve.ts';
import { securityContract } from '#shared/accounts/security.contract.ts';
import { setDeviceCookie } from './devices.ts';
import { changePassword, endOwnSession, listOwnSessions, logoutEverywhere } from './security.service.ts';
import { clearRefreshCookie } from './tokens.ts';

export function securityApi(serve: Serve): void {
  serve(securityContract.changePassword, async (ctx, { body }, exchange) => {
    // The devices the account knew are forgotten with the former password.
    setDeviceCookie(ctx, exchange, await changePassword(ctx, body));
    return {};
  });
  serve(securityContract.sessions, listOwnSessions);
  serve(securityContract.endSession, (ctx, { id }) => endOwnSession(ctx, { id }));
  serve(securityContract.logoutEverywhere, async (ctx, _input, { reply }) => {
    const answer = await logoutEverywhere(ctx);
    clearRefreshCookie(ctx, reply);
    return answer;
  });
}
