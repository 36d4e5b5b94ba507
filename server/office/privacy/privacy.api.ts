import { venueDay } from '#shared/dates.ts';
import { myDataFileName } from '#shared/privacy/file-name.ts';
import { privacyContract } from '#shared/privacy/privacy.contract.ts';
import { clearRefreshCookie } from '#server/accounts/tokens.ts';
import type { Serve } from '#server/platform/http/serve.ts';
import { deleteAccount } from './delete-account.service.ts';
import { collectMyData } from './my-data.service.ts';

export function privacyApi(serve: Serve): void {
  serve(privacyContract.myData, (ctx, _input, { reply }) => {
    reply.header('content-disposition', `attachment; filename="${myDataFileName(venueDay(ctx.clock.now()))}"`);
    return collectMyData(ctx);
  });
  serve(privacyContract.deleteAccount, async (ctx, { body }, { reply }) => {
    await deleteAccount(ctx, body);
    clearRefreshCookie(ctx, reply);
    return {};
  });
}
