import { contract } from '#shared/api.ts';
import type { Serve } from '#server/http/serve.ts';
import { listMyTickets } from './tickets.service.ts';

export function ticketsApi(serve: Serve): void {
  serve(contract.tickets.mine, listMyTickets);
}
