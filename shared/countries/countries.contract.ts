import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';

/** Has the shape of the public countries-and-codes service, so that either can serve the form. */
const CountryCodes = z.object({
  error: z.boolean(),
  msg: z.string(),
  data: z.array(z.object({ name: z.string(), nameKa: z.string(), code: z.string(), dial_code: z.string() })),
});

export const countriesContract = {
  codes: endpoint('GET', '/countries/codes', 'public', {
    summary: 'List countries and their dialling codes',
    output: CountryCodes,
    cached: true,
  }),
};
