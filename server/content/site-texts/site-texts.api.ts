import { staffContract } from '#shared/staff-api.ts';
import type { Serve } from '#server/platform/http/serve.ts';
import { listTexts, listVersions, saveTexts } from './site-texts.service.ts';

/** What staff writes on the site. */
export function staffWordsApi(serve: Serve): void {
  const { staffWords } = staffContract;
  serve(staffWords.list, listTexts);
  serve(staffWords.save, (ctx, { body }) => saveTexts(ctx, body));
  serve(staffWords.versions, listVersions);
}
