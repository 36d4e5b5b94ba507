import { securityContract } from '#shared/accounts/security.contract.ts';
import type { Serve } from '#server/platform/http/serve.ts';
import { setDeviceCookie } from './device-cookie.ts';
import { endOwnSession, listOwnSessions, logoutEverywhere } from './own-sessions.service.ts';
import { changePassword } from './password-change.service.ts';
import { clearRefreshCookie } from './refresh-token.ts';

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
