import { contract } from '#shared/api.ts';
import type { Serve } from '#server/http/serve.ts';
import { addTicket, getCart, removeTicket, updateTicket } from './cart.service.ts';

export function cartApi(serve: Serve): void {
  serve(contract.cart.get, getCart);
  serve(contract.cart.addTicket, addTicket);
  serve(contract.cart.updateTicket, updateTicket);
  serve(contract.cart.removeTicket, (ctx, { eventId }) => removeTicket(ctx, eventId));
}
