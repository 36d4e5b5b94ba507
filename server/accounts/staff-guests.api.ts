import { staffContract } from '#shared/staff-api.ts';
import type { Serve } from '#server/http/serve.ts';
import { changeStatus } from './status.service.ts';

export function staffGuestsApi(serve: Serve): void {
  const { guests } = staffContract;
  serve(guests.changeStatus, (ctx, { id, body }) => changeStatus(ctx, { userId: id, ...body }));
}
