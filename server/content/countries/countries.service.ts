import { z } from 'zod';
import type { OutputOf } from '#shared/contract.ts';
import type { countriesContract } from '#shared/countries/countries.contract.ts';
import { AppError } from '#shared/errors.ts';
import type { Context } from '#server/platform/context.ts';
import { textOf } from '#server/platform/http/text-of.ts';
import ours from './countries.json' with { type: 'json' };

type CountryCodes = OutputOf<typeof countriesContract.codes.shape>;
type Country = CountryCodes['data'][number];

const TIMEOUT_MS = 5_000;
const CACHED_MS = 60 * 60_000;
const RETRY_AFTER_SECONDS = 60;
/** The whole list has 60 KB. */
const ANSWER_BYTES_MAX = 1_000_000;

const Answer = z.object({
  error: z.literal(false),
  data: z.array(z.object({ name: z.string(), code: z.string(), dial_code: z.string() })),
});
const georgianNames = new Map(ours.map(({ code, nameKa }) => [code, nameKa]));
const answerWith = (data: Country[]): CountryCodes => ({ error: false, msg: 'countries and codes retrieved', data });

/**
 * Spec §7: our own list, or that of the service in COUNTRIES_URL, cached for an hour, and longer while the service is unavailable.
 * @throws unavailable
 */
export function createCountryList(): (ctx: Context) => Promise<CountryCodes> {
  let cached: { countries: Country[]; until: number } | undefined;
  return async ({ env: { countriesUrl }, clock, log }) => {
    if (countriesUrl === undefined) return answerWith(ours);
    const now = clock.now().getTime();
    if (cached && now < cached.until) return answerWith(cached.countries);
    const countries = await ask(countriesUrl).catch((error: unknown) => {
      log.warn({ err: error }, 'the list of countries could not be loaded');
      return cached?.countries;
    });
    if (!countries) throw new AppError('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    cached = { countries, until: now + CACHED_MS };
    return answerWith(countries);
  };
}

/** The service has no Georgian names, and its data is edited by the public: entries without a valid dialling code are skipped. */
async function ask(url: string): Promise<Country[]> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' });
  if (!response.ok) throw new Error(`status ${response.status}`);
  const { data } = Answer.parse(JSON.parse(await textOf(response, ANSWER_BYTES_MAX)));
  const countries = data.map(({ name, code, dial_code }) => {
    return { name, nameKa: georgianNames.get(code) ?? name, code, dial_code: dial_code.replaceAll(/\s/g, '') };
  });
  const usable = countries.filter(({ dial_code }) => /^\+\d{1,7}$/.test(dial_code));
  if (usable.length === 0) throw new Error('an empty list');
  return usable;
}
