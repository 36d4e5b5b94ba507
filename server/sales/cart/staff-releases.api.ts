import { staffContract } from '#shared/staff-api.ts';
import type { Serve } from '#server/platform/http/serve.ts';
import { addRelease, arrangeReleases, changeRelease, listReleases, removeRelease } from './staff-releases.service.ts';

/** What staff does about the releases of a night. */
export function staffReleasesApi(serve: Serve): void {
  const { staffReleases } = staffContract;
  serve(staffReleases.list, (ctx, { id }) => listReleases(ctx, id));
  serve(staffReleases.add, (ctx, { id, body }) => addRelease(ctx, id, body));
  serve(staffReleases.change, (ctx, { id, body }) => changeRelease(ctx, id, body));
  serve(staffReleases.order, (ctx, { id, body }) => arrangeReleases(ctx, id, body));
  serve(staffReleases.remove, (ctx, { id, version }) => removeRelease(ctx, id, version));
}
