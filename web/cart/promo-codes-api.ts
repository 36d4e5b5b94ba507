import { promoCodesContract } from '#shared/promo-codes/promo-codes.contract.ts';
import { createClient } from '#shared/contract.ts';
import { sendAsUser } from '#web/lib/browser-api.ts';

/** Separate from the other calls, because few guests have a code. */
export const { promoCodes } = createClient({ promoCodes: promoCodesContract }, sendAsUser);
