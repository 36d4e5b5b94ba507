import type { TFunction } from 'i18next';
import type { Language } from '#shared/constants.ts';
import type { Translations } from '#shared/rendering.ts';
import { type AllNamespaces, type Namespace, type Namespaces, type Translate, translateIn, withKeys } from '#shared/translate.ts';

/** Returns the texts of a namespace. @throws when they are not available */
type ReadTexts = (language: Language, namespace: string) => Promise<Record<string, unknown>>;

/** The loaded texts, and the language shown. */
export type Translator = {
  readonly language: Language;
  readonly texts: Translations;
  readonly t: Translate;
  /** `t` with the keys of this namespace, by default in the language shown; the same function until that changes. */
  of<N extends Namespaces>(namespace: Namespace, language?: Language): TFunction<N>;
  has(namespace: Namespace): boolean;
  /** Loads missing namespaces, by default in the language shown. @throws when one cannot be loaded */
  need(namespaces: readonly Namespace[], language?: Language): Promise<void>;
  /** Loads everything shown in another language. @throws when a namespace cannot be loaded */
  learn(language: Language): Promise<void>;
  /** Shows another language, which must be loaded. */
  speak(language: Language): void;
  /** Calls the listener after new texts and after a change of the language; returns the function that ends it. */
  subscribe(listener: () => void): () => void;
};

const noMore: ReadTexts = (language, namespace) => Promise.reject(new Error(`No translations: ${language}, ${namespace}`));

/** A translator that starts with these texts and reads more on demand. */
export function createTranslator(first: Language, texts: Translations, read = noMore): Translator {
  let language = first;
  const listeners = new Set<() => void>();
  const functions = new Map<string, ReturnType<typeof translateIn>>();
  const reading = new Map<string, Promise<void>>();
  const changed = () => listeners.forEach((listener) => listener());

  const load = async (from: Language, namespace: string): Promise<void> => {
    texts[from][namespace] = await read(from, namespace);
    changed();
  };
  const loadOnce = (from: Language, namespace: string): Promise<void> => {
    const name = `${from}/${namespace}`;
    const begun = reading.get(name) ?? load(from, namespace).finally(() => reading.delete(name));
    reading.set(name, begun);
    return begun;
  };
  const loadAll = async (namespaces: readonly string[], from: Language): Promise<void> => {
    const missing = namespaces.filter((namespace) => !Object.hasOwn(texts[from], namespace));
    await Promise.all(missing.map((namespace) => loadOnce(from, namespace)));
  };
  const of = <N extends Namespaces>(namespace: Namespace, from = language) => {
    const name = `${from}/${namespace}`;
    const t = functions.get(name) ?? translateIn(texts[from], from, namespace);
    functions.set(name, t);
    return withKeys<N>(t);
  };

  return {
    get language() {
      return language;
    },
    get t() {
      return of<AllNamespaces>('common');
    },
    texts,
    of,
    has: (namespace) => Object.hasOwn(texts[language], namespace),
    need: (namespaces, from = language) => loadAll(namespaces, from),
    learn: (next) => loadAll(Object.keys(texts[language]), next),
    speak(next) {
      language = next;
      changed();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
