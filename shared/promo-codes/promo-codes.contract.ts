import { z } from 'zod';
import { CartView } from '#shared/cart/cart.contract.ts';
import { endpoint } from '#shared/contract.ts';
import { gel, jsonId, wireId } from '#shared/wire.ts';
import { CODE_MAX } from './promo-code-text.ts';

/** As typed by guests; every kind of invalid code gets one error. */
const typedCode = z
  .string()
  .min(1)
  .max(CODE_MAX * 2);

/** What a code opens: `price` in GEL, `publicPrice` what is sold without a code at this moment, null if nothing is. */
export const PromoCodeOfferView = z.object({
  eventId: jsonId,
  code: z.string(),
  name: z.string(),
  nameLat: z.string(),
  price: gel,
  publicPrice: gel.nullable(),
});
export type PromoCodeOfferView = z.infer<typeof PromoCodeOfferView>;

/** A code that does not exist, is used up, is over or belongs to another event always gets `code_invalid`. */
export const promoCodesContract = {
  look: endpoint('POST', '/Events/:id/code', 'public', {
    summary: 'Get the ticket type and price of a promo code',
    params: z.object({ id: wireId }),
    body: z.object({ code: typedCode }),
    output: PromoCodeOfferView,
    errors: ['code_invalid', 'too_many_requests'],
  }),
  apply: endpoint('POST', '/Cart/code', 'user', {
    summary: 'Apply a promo code to the caller’s cart: matching lines get its ticket type and price and keep their reservation time',
    body: z.object({ code: typedCode }),
    output: CartView,
    errors: ['code_invalid', 'too_many_requests'],
  }),
};
