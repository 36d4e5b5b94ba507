import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Language } from '#shared/constants.ts';
import { standardOpening } from '#shared/standard-opening.ts';
import type { Site } from '#shared/rendering.ts';
import { resources } from '#server/platform/translators.ts';
import { Providers } from '#web/lib/providers.tsx';
import { createTranslator } from '#web/ui/translator.ts';

/** The club in these tests. */
export const testSite: Site = {
  name: 'Rkali',
  nameKa: 'რკალი',
  address: '',
  addressKa: '',
  timeZone: 'Asia/Tbilisi',
  directions: '',
  directionsKa: '',
  email: '',
  phone: '',
  socialLinks: [],
  opening: standardOpening,
  capacity: 400,
  stages: 2,
  waitlist: true,
  publicUrl: '',
};

/** Returns a translator with the site's real texts. */
export const siteTranslator = (language: Language = 'en') => createTranslator(language, resources);

/** Returns the HTML of a part of a page with the site's real translations. */
export const show = (part: ReactNode, language: Language = 'en', now = '2026-11-20T18:00:00+04:00'): string =>
  renderToStaticMarkup(
    <Providers translator={siteTranslator(language)} site={testSite} now={now}>
      {part}
    </Providers>,
  );
