import { countriesContract } from '#shared/countries/countries.contract.ts';
import type { Serve } from '#server/platform/http/serve.ts';
import { createCountryList } from './countries.service.ts';

/** Answers as the public countries-and-codes service does, so that registering never hangs on a stranger. */
export function countriesApi(serve: Serve): void {
  serve(countriesContract.codes, createCountryList());
}
