import { staffContract } from '#shared/staff-api.ts';
import type { Serve } from '#server/platform/http/serve.ts';
import { showStart } from './staff-start.service.ts';

export function staffStartApi(serve: Serve): void {
  serve(staffContract.staffStart.get, showStart);
}
