/** An import that the linter refuses, and what it says. */
export type Ban = { regex: string; message: string };

/**
 * The folders of each domain from bottom to top: a folder imports only those before it. Files that stand beside the folders import and serve
 * all of them. Those of `sales` have no order yet.
 */
export const folderOrder: Record<string, string[]> = {
  office: 'audit checks consistency backup enquiries guests mails numbers own-mails privacy reports orders start'.split(' '),
  door: 'passes refunds scans pack search watch'.split(' '),
  accounts: 'newsletter second-factor email set-up'.split(' '),
  content: 'countries gallery media page-views site-texts events sharing'.split(' '),
  platform: 'config db audit backup jobs kept-keys limits mail alerts http dev-inbox'.split(' '),
};

/** Paths inside a domain, the wider ones first, each with what its files may not import of the same domain. */
export function placesIn(domain: string): [path: string, ...bans: Ban[]][] {
  const order = folderOrder[domain] ?? [];
  const inFolders = order.map((folder, place): [string, Ban] => {
    const above = order.slice(place + 1).join('|');
    return [
      `${folder}/**`,
      { regex: `^#server/${domain}/(${above})/`, message: `${folder} imports only what stands below it in ${domain}.` },
    ];
  });
  return [['**'], ...inFolders];
}

/** Features of the web: pages combine them; what every page uses (lib, layout, consent) knows none. */
export const features =
  'about accounts cart djs door events gallery home lists not-found offline orders privacy promoters rentals sw terms tickets walk-up'.split(
    ' ',
  );
