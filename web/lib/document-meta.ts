import type { i18n } from 'i18next';
import type { DataRouter } from 'react-router';
import { DEFAULT_LANGUAGE } from '#shared/constants.ts';
import type { Site } from '#shared/rendering.ts';
import { isLanguage } from './i18n.ts';
import { addressOf, titleText } from './meta.ts';
import { metaOf } from './shown-screen.ts';

/**
 * Keeps title, description and canonical address true while people move about and change the language. The title is written only when the
 * screen's own one changes: a section of the console or a form with errors may have put another in its place.
 */
export function keepDocumentMeta(router: DataRouter, words: i18n, site: Site): void {
  const present = () => {
    const language = isLanguage(words.language) ? words.language : DEFAULT_LANGUAGE;
    const meta = metaOf(router.state, { t: words.t, language, site, now: new Date() });
    return { language, meta, title: titleText(meta, site, language) };
  };
  let { title: written } = present();
  const update = () => {
    const { language, meta, title } = present();
    if (title !== written) document.title = title;
    written = title;
    put('meta', 'name', 'description', 'content', meta.description);
    put('link', 'rel', 'canonical', 'href', addressOf(meta, site, language));
  };
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
