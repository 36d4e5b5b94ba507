import type { TFunction } from 'i18next';
import { createContext, useContext, useEffect, useSyncExternalStore } from 'react';
import type { Namespace, Namespaces } from '#shared/translate.ts';
import type { Translator } from './translator.ts';

const TranslatorContext = createContext<Translator | undefined>(undefined);

export const TranslatorProvider = TranslatorContext;

type Translation<N extends Namespaces> = {
  /** Accepts the keys of the first namespace by themselves, those of the others as `namespace:key`. */
  t: TFunction<N>;
  translator: Translator;
  /** False until all the namespaces are loaded; until then `t` returns keys. */
  ready: boolean;
};

/** The texts of these namespaces, by default `common`, in the language shown. Missing ones are loaded. */
export function useTranslation<const N extends Namespaces = 'common'>(needed?: N): Translation<N> {
  const translator = useContext(TranslatorContext);
  if (!translator) throw new Error('A part without a translator.');
  const namespaces: readonly Namespace[] = needed === undefined ? ['common'] : [needed].flat();
  const state = () => namespaces.every(translator.has) && translator.language;
  const ready = useSyncExternalStore(translator.subscribe, state, state) !== false;
  useEffect(() => {
    // A failed load is retried by the next component that needs it.
    if (!ready) void translator.need(namespaces).catch(() => undefined);
    // oxlint-disable-next-line react/exhaustive-deps -- by their names, as the list is a new one each time
  }, [translator, namespaces.join(), ready]);
  return { t: translator.of<N>(namespaces[0] ?? 'common'), translator, ready };
}
