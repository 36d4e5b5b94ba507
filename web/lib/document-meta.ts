import type { i18n } from 'i18next';
import type { DataRouter } from 'react-router';
import { DEFAULT_LANGUAGE } from '#shared/constants.ts';
import type { Site } from '#shared/rendering.ts';
import { setPageTitle } from './document-title.ts';
import { isLanguage } from './i18n.ts';
import { addressOf, titleText } from './meta.ts';
import { metaOf } from './shown-screen.ts';

/** Keeps title, description and canonical address true while people move about and change the language. */
export function keepDocumentMeta(router: DataRouter, words: i18n, site: Site): void {
  const update = () => {
    const language = isLanguage(words.language) ? words.language : DEFAULT_LANGUAGE;
    const meta = metaOf(router.state, { t: words.t, language, site, now: new Date() });
    setPageTitle(titleText(meta, site, language));
    put('meta', 'name', 'description', 'content', meta.description);
    put('link', 'rel', 'canonical', 'href', addressOf(meta, site, language));
  };
  update();
  router.subscribe(update);
  words.on('languageChanged', update);
}

/** The one element with that name says `value`; without a value there is none. */
function put(tag: 'meta' | 'link', key: string, name: string, attribute: string, value: string | undefined): void {
  const found = document.head.querySelector(`${tag}[${key}=${name}]`);
  if (value === undefined) return found?.remove();
  const element = found ?? document.head.appendChild(document.createElement(tag));
  element.setAttribute(key, name);
  element.setAttribute(attribute, value);
}
