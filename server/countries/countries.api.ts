import { countriesContract } from '#shared/countries/countries.contract.ts';
import type { Serve } from '#server/http/serve.ts';
import countries from './countries.json' with { type: 'json' };

/** Answers as the public countries-and-codes service does, from our own list, so that registering never hangs on a stranger. */
export function countriesApi(serve: Serve): void {
  const answer = { error: false, msg: 'countries and codes retrieved', data: countries };
  serve(countriesContract.codes, () => answer);
}
