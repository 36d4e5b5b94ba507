import type { Language } from '#shared/constants.ts';
import { paths } from '#shared/paths.ts';
import type { Site } from '#shared/rendering.ts';
import { inLanguage, shareImageUrl } from '#shared/sharing/addresses.ts';
import { siteName } from './meta.ts';
import { openingOf } from './site.tsx';

/** schema.org data for search engines. Built by the server alone: pages name these functions behind `import.meta.env.SSR`. */
export const SCHEMA = 'https://schema.org';

const COUNTRY = 'GE';

/** One name for the club in everything that speaks of it. */
const clubId = (site: Site): string => `${site.publicUrl}/#club`;

/** Where the nights take place. */
export const placeJsonLd = (site: Site, language: Language): object => ({
  '@type': 'NightClub',
  '@id': clubId(site),
  name: siteName(site, language),
  address: { '@type': 'PostalAddress', streetAddress: language === 'ka' ? site.addressKa : site.address, addressCountry: COUNTRY },
});

/** Who stages them. */
export const organizerJsonLd = (site: Site, language: Language): object => ({
  '@type': 'Organization',
  name: siteName(site, language),
  url: site.publicUrl + inLanguage(paths.home, language),
});

/** The club itself, with its opening hours and where else it is found. */
export const clubJsonLd = (site: Site, language: Language): object => ({
  '@context': SCHEMA,
  ...placeJsonLd(site, language),
  alternateName: language === 'ka' ? site.name : site.nameKa,
  url: site.publicUrl + inLanguage(paths.home, language),
  image: site.publicUrl + shareImageUrl(site, language),
  telephone: site.phone,
  email: site.email,
  sameAs: site.socialLinks,
  currenciesAccepted: 'GEL',
  openingHoursSpecification: {
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: openingOf(site).days.map((day) => `${SCHEMA}/${day.charAt(0).toUpperCase()}${day.slice(1)}`),
    opens: openingOf(site).from,
    closes: openingOf(site).to,
  },
});
