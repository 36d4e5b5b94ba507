import { useEffect } from 'react';
import type { DataRouter } from 'react-router';
import type { Site } from '#shared/rendering.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import type { Translator } from '#web/ui/translator.ts';
import { addressOf, titleText } from './meta.ts';
import { metaOf } from './page.ts';

/** Keeps title, description and canonical address correct during navigation and after a change of language. */
export function keepDocumentMeta(router: DataRouter, translator: Translator, site: Site): void {
  const update = () => {
    const { language } = translator;
    const meta = metaOf(router.state, { t: translator.t, language, site, now: new Date() });
    setPageTitle(titleText(meta, site, language));
    putElement('meta', 'name', 'description', 'content', meta.description);
    putElement('link', 'rel', 'canonical', 'href', addressOf(meta, site, language));
  };
  update();
  router.subscribe(update);
  translator.subscribe(update);
}

/** Sets the value of the one element with that name, or removes the element if there is no value. */
function putElement(tag: 'meta' | 'link', key: string, name: string, attribute: string, value: string | undefined): void {
  const found = document.head.querySelector(`${tag}[${key}=${name}]`);
  if (value === undefined) return found?.remove();
  const element = found ?? document.head.appendChild(document.createElement(tag));
  element.setAttribute(key, name);
  element.setAttribute(attribute, value);
}

/** The parts of the title: the screen's own, and a prefix. */
const parts = { page: '', prefix: '' };

/** The server's element. A screen's own `<title>` precedes it in the head, so that one is shown while it exists. */
let element: HTMLTitleElement | null | undefined;

function put(part: keyof typeof parts, text: string): void {
  parts[part] = text;
  element ??= document.querySelector<HTMLTitleElement>('head > title');
  if (element) element.text = parts.prefix + parts.page;
}

/** Sets the title of the next screen, which may change until the screen is drawn. */
const setPageTitle = (text: string): void => put('page', text);

/** Sets a prefix of the title such as "Error: " while this component is mounted; an empty one sets nothing. */
function useTitlePrefix(text: string): void {
  useEffect(() => {
    put('prefix', text);
    return () => put('prefix', '');
  }, [text]);
}

/** The page's title begins with "Error: " while its form has errors. */
export function useErrorTitle(hasErrors: boolean): void {
  const { t } = useTranslation(['common', 'forms']);
  useTitlePrefix(hasErrors ? t('forms:title_prefix') : '');
}
