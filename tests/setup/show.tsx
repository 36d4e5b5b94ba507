import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Language } from '#shared/constants.ts';
import { resources } from '#server/platform/translators.ts';
import { Providers } from '#web/lib/providers.tsx';
import { createTranslator } from '#web/ui/translator.ts';
import { testSite } from './test-site.ts';

/** Returns a translator with the site's real texts. */
export const siteTranslator = (language: Language = 'en') => createTranslator(language, resources);

/** Returns the HTML of a part of a page with the site's real translations. */
export const show = (part: ReactNode, language: Language = 'en', now = '2026-11-20T18:00:00+04:00'): string =>
  renderToStaticMarkup(
    <Providers translator={siteTranslator(language)} site={testSite} now={now}>
      {part}
    </Providers>,
  );
