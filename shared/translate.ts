import type { TFunction, TypeOptions } from 'i18next';
import type { Language } from './constants.ts';
import type { Translations } from './rendering.ts';

export type Namespace = keyof TypeOptions['resources'];
export type Namespaces = Namespace | readonly Namespace[];
export type AllNamespaces = ['common', ...Exclude<Namespace, 'common'>[]];
/** Accepts every key: those of `common` alone, all others as `namespace:key`. */
export type Translate = TFunction<AllNamespaces>;
/** The texts of one language: namespace → `locales/{language}/{namespace}.json`. */
type Texts = Translations[Language];
type Values = Record<string, unknown>;

type Keys = string | readonly string[];
type PlainTranslate = (keys: Keys, values?: Values) => string;

/**
 * Returns `t` over these texts in i18next's format: a key is a path, `namespace:path` outside the given namespace. Of several keys the
 * first with a text is used, else `defaultValue`, else the last key. `count` chooses the plural form (`_one`, `_other`; `_zero` for none
 * where it exists), `context` the variant; `{{name}}` is replaced by its value. Texts added to the object later are found too.
 */
export function translateIn(texts: Texts, language: Language, namespace: string): PlainTranslate {
  const plurals = new Intl.PluralRules(language);
  const textOf = (key: string, values: Values): string | undefined => {
    const [path = '', from = namespace] = key.split(':').toReversed();
    const found = formsOf(path, values, plurals).map((form) => form.split('.').reduce<unknown>(partOf, texts[from]));
    return found.find((text) => typeof text === 'string');
  };
  return (keys, values = {}) => {
    const given = [keys].flat();
    for (const key of given) {
      const text = textOf(key, values);
      if (text !== undefined) return filled(text, values);
    }
    const { defaultValue } = values;
    return typeof defaultValue === 'string' ? filled(defaultValue, values) : (given.at(-1)?.split(':').at(-1) ?? '');
  };
}

/** The types of keys and values are i18next's, made from the English texts (web/lib/i18n-types.d.ts). */
export const withKeys = <N extends Namespaces>(translate: PlainTranslate): TFunction<N> => translate as unknown as TFunction<N>;

/** The keys under which a text may be found, most specific first. */
function formsOf(path: string, { count, context }: Values, plurals: Intl.PluralRules): string[] {
  const variants = typeof context === 'string' && context !== '' ? [`${path}_${context}`, path] : [path];
  if (typeof count !== 'number') return variants;
  const endings = [...(count === 0 ? ['_zero'] : []), `_${plurals.select(count)}`, ''];
  // If a form is missing, the one that every language has.
  return [...variants.flatMap((variant) => endings.map((ending) => variant + ending)), ...variants.map((variant) => `${variant}_other`)];
}

const partOf = (texts: unknown, name: string): unknown =>
  typeof texts === 'object' && texts !== null && Object.hasOwn(texts, name) ? Reflect.get(texts, name) : undefined;

const filled = (text: string, values: Values): string =>
  text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (hole, name: string) => String(values[name] ?? hole));
