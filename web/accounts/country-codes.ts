/** As the service says it; the public one knows no Georgian names. */
export type CountryCode = { name: string; nameKa?: string; code: string; dial_code: string };
export type CountryOption = { value: string; name: string; dialCode: string };

const home: CountryCode = { name: 'Georgia', nameKa: 'საქართველო', code: 'GE', dial_code: '+995' };

/** Options by name in the reader's language, Georgia first; also while the list is not there yet. Several countries share a code. */
export function byName(countries: readonly CountryCode[], language: string): CountryOption[] {
  const nameOf = ({ name, nameKa }: CountryCode) => (language === 'ka' ? (nameKa ?? name) : name);
  const others = countries.filter(({ code }) => code !== home.code).toSorted((a, b) => compare(nameOf(a), nameOf(b)));
  return [home, ...others].map((country) => ({
    value: `${country.dial_code} ${country.code}`,
    name: nameOf(country),
    dialCode: country.dial_code,
  }));
}

// Browsers know no Georgian order, but the letters stand in it already. Accents must not push a name to the end.
const plain = (name: string): string => name.normalize('NFD').replaceAll(/\p{M}/gu, '');
const compare = (a: string, b: string): number => (plain(a) < plain(b) ? -1 : 1);
