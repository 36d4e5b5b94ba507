import WifiOff from 'lucide-react/icons/wifi-off';
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigation, useRevalidator, useRouteLoaderData } from 'react-router';
import { housePhase, type HousePhase } from '#shared/events/open-house.ts';
import { nextEvent } from '#shared/events/timing.ts';
import { eventTheme, type EventTheme } from '#shared/media/covers.ts';
import { paths } from '#shared/paths.ts';
import type { loader as eventLoader } from '#web/events/event.page.tsx';
import type { loader as homeLoader } from '#web/home/home.page.tsx';
import { Footer, MobileBar, SideHeader } from '#web/layout/site-frame.tsx';
import { session } from '#web/lib/browser-api.ts';
import { isMarkedCached, useOnline } from '#web/lib/network.ts';
import { useHydrated } from '#web/lib/hydration.ts';
import { useNow } from '#web/lib/now.tsx';
import { paint } from '#web/lib/paint.ts';
import { useTonightBar } from '#web/lib/providers.tsx';
import { useSite } from '#web/lib/site.tsx';
import { toast, useToasts } from '#web/lib/toast.ts';
import { trackPageView } from '#web/lib/track.ts';
import { focusTarget } from '#web/ui/page.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

/** Screens without the site's frame: the scanner fills the screen, the console has its own. */
const BARE = /^\/(qrscan\/?$|staff(\/|$))/i;
const SCANNER = /^\/qrscan\/?$/i;
/** Its sections change inside its own frame (web/staff/staff.page.tsx). */
const CONSOLE = /^\/staff(\/|$)/i;

/** The frame around every screen. */
export function Root() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { painter, phase, TonightBar } = useLook();
  const pending = usePending();
  const isBare = BARE.test(pathname);
  const start = CONSOLE.test(pathname) ? {} : { id: 'main', tabIndex: -1 };
  return (
    <div data-house={phase} {...(painter && paint(painter))}>
      <nav aria-label={t('skip_to_content')}>
        <a
          href="#main"
          onClick={focusTarget}
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
          {TonightBar && !isBare && <TonightBar />}
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

/** A page for reading, which the open house does not change. */
const STILL = /^\/terms\/?$/i;

type Look = { painter?: EventTheme | undefined; phase?: HousePhase; TonightBar?: ComponentType | undefined };

/** The colours of the screen, and those of the event of the open house. */
function useLook(): Look {
  const now = useNow();
  const { pathname } = useLocation();
  const { tonight } = useSite();
  const painter = usePainter();
  const TonightBar = useTonightBar();
  const phase = tonight && !STILL.test(pathname) && !BARE.test(pathname) ? housePhase(tonight, now) : undefined;
  if (!tonight || !phase) return { painter };
  // The home page and the event page show the event themselves until it is over.
  const isShown = phase === 'morning' || (pathname !== paths.home && pathname !== paths.event(tonight.id));
  return { painter: painter ?? eventTheme(tonight.id), phase, ...(isShown && { TonightBar }) };
}

/** The theme of the screen: the home page takes the next event's, an event's page that event's, all others none. */
function usePainter(): EventTheme | undefined {
  const now = useNow();
  const home = useRouteLoaderData<typeof homeLoader>('home/home');
  const event = useRouteLoaderData<typeof eventLoader>('events/event');
  const painter = event ?? (home && nextEvent(home.events, now));
  return painter && eventTheme(painter.id);
}

const ToastList = lazy(async () => ({ default: (await import('#web/ui/toast-list.tsx')).ToastList }));

/** The toasts' container is there from the start, so that they are announced; its code loads with the first toast. */
function Toasts() {
  const { t } = useTranslation(['common', 'errors']);
  const toasts = useToasts();
  useEffect(() => session.onEnded(() => toast.info(t('errors:session_ended'))), [t]);
  return (
    <section
      aria-label={t('toasts')}
      aria-live="polite"
      // Dialogs of the console leave them readable.
      data-react-aria-top-layer="true"
      className="no-print pointer-events-none fixed inset-x-4 top-(--toast-top) z-50 tablet:start-auto tablet:w-96"
    >
      {toasts.length > 0 && (
        <Suspense>
          <ToastList toasts={toasts} onDismiss={toast.dismiss} onHold={toast.hold} />
        </Suspense>
      )}
    </section>
  );
}

/** Shows that the device is offline, or that the page is the device's own copy. */
function OfflineBar() {
  const { t } = useTranslation(['common', 'errors']);
  const { revalidate } = useRevalidator();
  const isOnline = useOnline();
  useEffect(() => {
    // The network may have come back before hydration.
    if (isMarkedCached() && navigator.onLine) void revalidate();
  }, [revalidate]);
  const isStored = useHydrated() && isMarkedCached();
  if (isOnline && !isStored) return null;
  return (
    <output className="flex items-center gap-3 border-b border-danger bg-surface-2 px-5 py-3 desktop:px-10">
      <WifiOff size={20} className="shrink-0 text-danger" />
      {isOnline ? t('saved_copy_shown') : t('errors:network')}
    </output>
  );
}

/**
 * After a navigation: the page starts at its top, also when going back (spec §2), its heading takes the focus, its title is read out, and
 * the view is counted. The layout renders this once.
 */
function Navigation() {
  const { pathname, hash, state } = useLocation();
  const shown = useRef<{ pathname: string; hash: string; isOver: boolean }>(undefined);
  const isOver = Boolean(state?.isOver);
  const [announced, setAnnounced] = useState('');

  useEffect(() => {
    const before = shown.current;
    if (before?.pathname === pathname && before.hash === hash) return;
    shown.current = { pathname, hash, isOver };
    const part = document.getElementById(hash.slice(1));
    // The browser scrolls by itself only after a link, not on the way back.
    if (before?.pathname === pathname) return scrollTo(part);
    trackPageView(pathname);
    history.scrollRestoration = 'manual';
    if (!before) return;
    // What opens over a page leaves it at its place and has the focus itself, and closing it leads back there.
    if (isOver || (before.isOver && before.pathname.startsWith(pathname))) return;
    startAt(part);
    setAnnounced(document.title);
  }, [pathname, hash, isOver]);

  return (
    <p aria-live="polite" className="sr-only">
      {announced}
    </p>
  );
}

/** Goes to the element that the address names, else to the top and the heading. */
function startAt(part: HTMLElement | null): void {
  scrollTo(part);
  const target = part ?? document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main');
  if (!target) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

function scrollTo(part: HTMLElement | null): void {
  if (part) part.scrollIntoView();
  else window.scrollTo(0, 0);
}

const SLOW_MS = 150;

/** Returns the outline of the next screen if loading takes longer than a moment; until then the old screen is shown. */
function usePending(): ReactNode {
  const { pathname } = useLocation();
  const next = useNavigation().location?.pathname;
  const isInside = next !== undefined && CONSOLE.test(pathname) && CONSOLE.test(next);
  const target = next === pathname || isInside ? undefined : next;
  const [shown, setShown] = useState<{ target: string; outline: ReactNode }>();

  useEffect(() => {
    if (target === undefined) return undefined;
    let isWanted = true;
    const show = async () => {
      const { Pending } = await import('./layout/pending.tsx');
      if (isWanted) setShown({ target, outline: <Pending pathname={target} /> });
    };
    // If the outlines cannot be loaded, the old screen is shown.
    const timer = setTimeout(() => void show().catch(() => undefined), SLOW_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
      setShown(undefined);
    };
  }, [target]);

  return shown && shown.target === target ? shown.outline : undefined;
}
