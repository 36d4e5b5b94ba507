import type { i18n } from 'i18next';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import type { Site } from '#shared/rendering.ts';
import { NowProvider } from './lib/now.tsx';
import { SiteProvider } from './lib/site.tsx';

type ProvidersProps = { words: i18n; site: Site; now: string; children: ReactNode };

/** What every screen may ask for; the same around both routers, the server's and the browser's. */
export function Providers({ words, site, now, children }: ProvidersProps) {
  return (
    <I18nextProvider i18n={words}>
      <SiteProvider site={site}>
        <NowProvider start={now}>{children}</NowProvider>
      </SiteProvider>
    </I18nextProvider>
  );
}
