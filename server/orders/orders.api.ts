import { contract } from '#shared/api.ts';
import { staffContract } from '#shared/staff-api.ts';
import { languageChosen } from '#server/http/page-key.ts';
import type { Serve } from '#server/http/serve.ts';
import { checkout } from './checkout.service.ts';
import { showOrder } from './order-detail.service.ts';

export function ordersApi(serve: Serve): void {
  serve(contract.cart.checkout, (ctx, _input, { request }) => checkout(ctx, languageChosen(request)));
  serve(staffContract.staffMoney.order, (ctx, { id }) => showOrder(ctx, id));
}
