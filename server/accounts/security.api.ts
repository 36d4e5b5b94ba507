import { securityContract } from '#shared/accounts/security.contract.ts';
import type { Serve } from '#server/http/serve.ts';
import { endOwnSession, listOwnSessions, logoutEverywhere } from './own-sessions.service.ts';
import { changePassword } from './password-change.service.ts';
import { clearRefreshCookie } from './refresh-cookie.ts';

export function securityApi(serve: Serve): void {
  serve(securityContract.changePassword, (ctx, { body }) => changePassword(ctx, body));
  serve(securityContract.sessions, listOwnSessions);
  serve(securityContract.endSession, (ctx, { id }) => endOwnSession(ctx, { id }));
  serve(securityContract.logoutEverywhere, async (ctx, _input, { reply }) => {
    const answer = await logoutEverywhere(ctx);
    clearRefreshCookie(ctx, reply);
    return answer;
  });
}
