import { contract } from '#shared/api.ts';
import type { Serve } from '#server/http/serve.ts';
import { checkout } from './checkout.service.ts';

export function ordersApi(serve: Serve): void {
  serve(contract.cart.checkout, checkout);
}
