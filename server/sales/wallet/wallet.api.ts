import { contract } from '#shared/api.ts';
import type { Serve } from '#server/platform/http/serve.ts';
import { applePassOf, googlePassOf } from './wallet.service.ts';

export function walletApi(serve: Serve): void {
  serve(contract.wallet.apple, async (ctx, { id, lang }, { reply }) => {
    const content = await applePassOf(ctx, id, lang);
    reply
      .header('content-type', 'application/vnd.apple.pkpass')
      .header('content-disposition', `attachment; filename="ticket-${id}.pkpass"`);
    return content;
  });
  serve(contract.wallet.google, (ctx, { id, lang }) => googlePassOf(ctx, id, lang));
}
