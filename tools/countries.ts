import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min';

/** The committed list that `server/content/countries` serves. Running this file rewrites it. */
const target = fileURLToPath(new URL('../server/content/countries/countries.json', import.meta.url));

/** Returns every region with a dialling code and its name in both languages, sorted by the English name. */
export function listCountries() {
  const english = new Intl.DisplayNames(['en'], { type: 'region' });
  const georgian = new Intl.DisplayNames(['ka'], { type: 'region' });
  const nameOf = (names: Intl.DisplayNames, code: string) => names.of(code) ?? code;
  return getCountries()
    .map((code) => ({ name: nameOf(english, code), nameKa: nameOf(georgian, code), code, dial_code: `+${getCountryCallingCode(code)}` }))
    .sort((one, other) => new Intl.Collator('en').compare(one.name, other.name));
}

if (import.meta.main) {
  const lines = listCountries().map((country) => `  ${JSON.stringify(country, null, 1).replaceAll(/\n */g, ' ')}`);
  writeFileSync(target, `[\n${lines.join(',\n')}\n]\n`);
}
