/** An import that the linter refuses, with its message. */
export type Ban = { regex: string; message: string };

/**
 * The folders of each domain from bottom to top: a folder imports only those before it. Files beside the folders may import all of them and
 * be imported by all.
 */
export const folderOrder: Record<string, string[]> = {
  backoffice: 'audit checks consistency backup enquiries guests mails reports staff-notifications privacy orders search start'.split(' '),
  door: 'scanner-devices refunds scans offline-manifest search watch'.split(' '),
  sales:
    'tables inventory promoters tickets announcements transfers payments waitlist cart promo-codes orders guest-lists resale door-sale wallet'.split(
      ' ',
    ),
  accounts: 'newsletter second-factor known-guests email set-up'.split(' '),
  content: 'countries gallery media page-views site-texts events sharing'.split(' '),
  platform: 'config storage db audit backup jobs limits mail alerts http dev-inbox'.split(' '),
};

/** The features of web from bottom to top. Only pages combine them; shared code of all pages is below them. */
const features =
  'sw offline not-found about gallery privacy rentals terms door-sale event-list djs accounts cart door events guest-lists orders promoters tickets profile home'.split(
    ' ',
  );

/** Features that build on another feature outside their pages too. */
const buildsOn: Record<string, string> = { events: 'event-list', profile: 'accounts' };

/** The folders of web and their subfolders, from bottom to top as above. */
export const webOrder: Record<string, string[]> = {
  web: ['ui', 'lib', 'layout', ...features, 'staff'],
  'web/accounts': ['second-factor'],
  'web/door': ['ui', 'phone', 'device'],
  'web/staff':
    'help ui components charts command-bar audit settings enquiries gallery messages team events orders guests reports site-texts tonight start'.split(
      ' ',
    ),
  'web/staff/events': 'promo-codes copy door line-up guest-lists publish ticket-types form overview'.split(' '),
};

/** Paths inside a domain, wider ones first, each with the imports that are refused there. */
export const placesIn = (domain: string): Place[] => ordered(`server/${domain}`, { [`server/${domain}`]: folderOrder[domain] ?? [] });

/** Paths inside web with their refused imports, those of pages last. */
export function placesInWeb(): Place[] {
  const places = ordered('web', webOrder, { regex: '^#web/[^/]+$', message: 'The files of web itself stand above its folders.' });
  const isOfFeature = ([path]: Place): boolean => features.some((feature) => path.startsWith(`web/${feature}/`));
  const parts = places.map((place): Place => (isOfFeature(place) ? [...place, wallAround(place[0].split('/')[1] ?? '')] : place));
  return [...parts, ...places.map(([path, ...bans]): Place => [`${path}/*.page.tsx`, ...bans])];
}

function wallAround(own: string): Ban {
  const others = features.filter((feature) => feature !== own && feature !== buildsOn[own]).join('|');
  return { regex: `^#web/(${others})/`, message: 'Only pages combine features.' };
}

type Place = [path: string, ...bans: Ban[]];

function ordered(folder: string, orders: Record<string, string[]>, ...bans: Ban[]): Place[] {
  const inside = orders[folder] ?? [];
  const inFolders = inside.flatMap((name, place) => {
    const above = inside.slice(place + 1).join('|');
    const ban = { regex: `^#${folder}/(${above})/`, message: `${name} imports only what stands below it in ${folder}.` };
    return ordered(`${folder}/${name}`, orders, ...bans, ban);
  });
  return [[`${folder}/**`, ...bans], ...inFolders];
}
