import { paths } from '#shared/paths.ts';

/** The main navigation. `here` knows the addresses a section covers. */
export const navItems = [
  { key: 'nav.events', to: paths.allEvents, here: /^\/(allevents|events)(\/|$)/i },
  { key: 'nav.djs', to: paths.djs, here: /^\/djs\/?$/i },
  { key: 'nav.gallery', to: paths.gallery, here: /^\/gallery(\/\d+)?\/?$/i },
  { key: 'nav.rentals', to: paths.rentals, here: /^\/rentals\/?$/i },
  { key: 'nav.about', to: paths.about, here: /^\/about\/?$/i },
] as const;

export const companyItems = [
  { key: 'nav.about', to: paths.about },
  { key: 'nav.terms', to: paths.terms },
] as const;

/** Where the main navigation stands for those without script: there the menu leads. */
export const ALL_PAGES = 'all-pages';

/** `page` on the section's own page, `true` on pages below it. */
export function currentness(item: { to: string; here: RegExp }, pathname: string): 'page' | 'true' | undefined {
  if (!item.here.test(pathname)) return undefined;
  return pathname.toLowerCase().startsWith(item.to.toLowerCase()) ? 'page' : 'true';
}
