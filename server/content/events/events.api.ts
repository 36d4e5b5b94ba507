import { contract } from '#shared/api.ts';
import type { Serve } from '#server/platform/http/serve.ts';
import { getEvent, listEnded, listEvents, listSoon } from './events.service.ts';

export function eventsApi(serve: Serve): void {
  serve(contract.events.list, listEvents);
  serve(contract.events.listAll, listEvents);
  serve(contract.events.past, listEnded);
  serve(contract.events.soon, listSoon);
  serve(contract.events.get, (ctx, { id }) => getEvent(ctx, id));
}
