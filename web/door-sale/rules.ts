import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { doorSaleInput } from '#shared/accounts/account.schemas.ts';

const Purchase = doorSaleInput(() => new Date())
  .omit({ entryId: true })
  .extend({ wantsNewsletter: z.boolean(), quantity: z.number(), acceptTerms: z.boolean() });

export type Typed = z.input<typeof Purchase>;

export const purchaseRules = zodResolver(Purchase);
