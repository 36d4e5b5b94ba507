import { createHash } from 'node:crypto';
import type { Serve } from '#server/platform/http/serve.ts';
import { contract } from '#shared/api.ts';
import { decideEntry, listDoorEvents } from './door.service.ts';

export function doorApi(serve: Serve): void {
  serve(contract.door.events, listDoorEvents);
  serve(contract.door.scan, (ctx, { body }, { request }) => {
    return decideEntry(ctx, { ...body, scanId: body.scanId ?? scanIdOf(request.headers['idempotency-key']) });
  });
}

/** A scan is idempotent by its `scanId`; an `Idempotency-Key` is one in other words (a UUID made from its text). */
function scanIdOf(key: string | string[] | undefined): string | undefined {
  if (typeof key !== 'string' || key === '') return undefined;
  const digits = createHash('sha256').update(key).digest('hex');
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-8${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
}
