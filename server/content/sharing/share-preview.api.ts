import { sharePreviewContract } from '#shared/staff/nights.contract.ts';
import type { Serve } from '#server/platform/http/serve.ts';
import { previewShareImage } from './share-image.service.ts';

export function sharePreviewApi(serve: Serve): void {
  serve(sharePreviewContract.draw, async (ctx, { body: { language, ...night } }) => ({
    url: await previewShareImage(ctx, language, night),
  }));
}
