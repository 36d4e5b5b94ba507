import { contract } from '#shared/api.ts';
import type { Serve } from '#server/http/serve.ts';
import { decideEntry } from './door.service.ts';

export function doorApi(serve: Serve): void {
  serve(contract.door.scan, (ctx, { body }) => decideEntry(ctx, body));
}
