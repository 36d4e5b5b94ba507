import { contract } from '#shared/api.ts';
import type { Serve } from '#server/platform/http/serve.ts';
import { decideEntry } from './door.service.ts';
import { listDoorEvents } from './door-events.service.ts';
import { scanIdOf } from './scan-id.ts';

export function doorApi(serve: Serve): void {
  serve(contract.door.events, listDoorEvents);
  serve(contract.door.scan, (ctx, { body }, { request }) => {
    return decideEntry(ctx, { ...body, scanId: body.scanId ?? scanIdOf(request.headers['idempotency-key']) });
  });
}
