import { DEFAULT_LANGUAGE, type Language } from '#shared/constants.ts';
import { paths } from '#shared/paths.ts';
import type { DemoSite } from '#lab/trial/demo-site.ts';

/** A page to measure; `budgeted` ones are named by docs/performance.md. */
export type Page = { name: string; path: string; language: Language; isBudgeted: boolean; isLoggedIn?: boolean };

export function pagesOf({ nights }: DemoSite): Page[] {
  const event = paths.event(nights[1]?.id ?? 1);
  const page = (name: string, path: string, language: Language = 'en', isBudgeted = false): Page => {
    // The address of the Georgian page, as a search engine knows it.
    const address = language === DEFAULT_LANGUAGE ? path : `${path}?lang=${language}`;
    return { name, path: address, language, isBudgeted };
  };
  return [
    page('home', paths.home, 'en', true),
    page('home ka', paths.home, 'ka', true),
    page('event', event, 'en', true),
    page('event ka', event, 'ka', true),
    page('list', paths.events('upcoming'), 'en', true),
    page('login', paths.login, 'en', true),
    page('about', paths.about),
    page('rentals', paths.rentals),
    page('djs', paths.djs),
    page('gallery', paths.gallery),
    page('terms', paths.terms),
    { ...page('cart', paths.cart, 'en', true), isLoggedIn: true },
    { ...page('profile', paths.profile), isLoggedIn: true },
  ];
}
