import type { i18n } from 'i18next';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import type { PostedForm, Site } from '#shared/rendering.ts';
import { NowProvider } from './lib/now.tsx';
import { PostedContext } from './lib/posted-form.ts';
import { SiteProvider } from './lib/site.tsx';

type ProvidersProps = { translator: i18n; site: Site; now: string; posted?: PostedForm | undefined; children: ReactNode };

/** The contexts of every screen; the same around both routers, the server's and the browser's. */
export function Providers({ translator, site, now, posted, children }: ProvidersProps) {
  return (
    <I18nextProvider i18n={translator}>
      <SiteProvider site={site}>
        <NowProvider start={now}>
          <PostedContext value={posted}>{children}</PostedContext>
        </NowProvider>
      </SiteProvider>
    </I18nextProvider>
  );
}
