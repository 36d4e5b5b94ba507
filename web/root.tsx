import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router';
import { Footer } from './layout/footer.tsx';
import { MobileBar } from './layout/mobile-bar.tsx';
import { OfflineBar } from './layout/offline-bar.tsx';
import { usePainter } from './layout/painter.ts';
import { SideHeader } from './layout/side-header.tsx';
import { Toasts } from './layout/toasts.tsx';
import { usePending } from './layout/use-pending.tsx';
import { Navigation } from './lib/navigation.tsx';
import { paint } from './lib/paint.ts';

/** The scanner fills the screen, the console brings a frame of its own, whose content begins after its header (art direction §15, §16). */
const BARE = /^\/(qrscan\/?$|staff(\/|$))/i;
const SCANNER = /^\/qrscan\/?$/i;
const CONSOLE = /^\/staff(\/|$)/i;

/** The frame around every screen. */
export function Root() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const painter = usePainter();
  const pending = usePending();
  const isBare = BARE.test(pathname);
  const start = CONSOLE.test(pathname) ? {} : { id: 'main', tabIndex: -1 };
  return (
    <div {...(painter && paint(painter))}>
      <nav aria-label={t('skip_to_content')}>
        <a
          href="#main"
          className="sr-only focus-visible:not-sr-only focus-visible:fixed focus-visible:start-2 focus-visible:top-2 focus-visible:z-40 focus-visible:bg-bg focus-visible:px-4 focus-visible:py-3"
        >
          {t('skip_to_content')}
        </a>
      </nav>
      <div className={isBare ? undefined : 'desktop:grid desktop:grid-cols-[13rem_minmax(0,1fr)] print:block'}>
        {!isBare && <SideHeader />}
        {!isBare && <MobileBar />}
        <div className="flex min-h-dvh flex-col">
          {!SCANNER.test(pathname) && <OfflineBar />}
          <main {...start} aria-busy={pending ? true : undefined} className="grow">
            {pending}
            <div className={pending ? 'hidden' : 'contents'}>
              <Outlet />
            </div>
          </main>
          {!isBare && <Footer />}
        </div>
      </div>
      <Toasts />
      <Navigation />
    </div>
  );
}
