import { createContext, type ReactNode, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import type { i18n } from 'i18next';
import { I18nextProvider } from 'react-i18next';
import { type Opening, standardOpening } from '#shared/opening.ts';
import type { PostedForm, Site } from '#shared/rendering.ts';

const MINUTE_MS = 60_000;
const CHECK_EVERY_MS = 5_000;

export const floorToMinute = (at: Date): Date => new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS);

const NowContext = createContext(0);

/** Starts with the minute in which the server rendered, so that the first paint equals the server's, and then follows the clock. */
function NowProvider({ start, children }: { start: string; children: ReactNode }) {
  const [now, setNow] = useState(() => Date.parse(start));
  useEffect(() => {
    const look = () => setNow(floorToMinute(new Date()).getTime());
    look();
    const timer = setInterval(look, CHECK_EVERY_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return <NowContext value={now}>{children}</NowContext>;
}

/** The present minute. */
export function useNow(): Date {
  const now = useContext(NowContext);
  return useMemo(() => new Date(now), [now]);
}

const never = () => () => undefined;

/** False on the server and in the browser's first paint, which must be equal; true from then on. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

const SiteContext = createContext<Site>({
  name: '',
  nameKa: '',
  address: '',
  addressKa: '',
  email: '',
  phone: '',
  socialLinks: [],
  publicUrl: '',
});

function SiteProvider({ site, children }: { site: Site; children: ReactNode }) {
  return <SiteContext value={site}>{children}</SiteContext>;
}

/** The club's name, contacts and public address. */
export const useSite = (): Site => useContext(SiteContext);

/** The opening hours (spec §1, or as staff edited them). */
export const openingOf = ({ opening }: Pick<Site, 'opening'>): Opening => opening ?? standardOpening;

export const useOpening = (): Opening => openingOf(useSite());

/** The result of the form that this page answers, when it was sent without script. */
const PostedContext = createContext<PostedForm | undefined>(undefined);

/** React Router's key of the first page of a visit, on the server and in the browser. */
const FIRST = 'default';

/** Returns the result on the first page of the visit only, not after a navigation. */
export function usePosted(): PostedForm | undefined {
  const posted = useContext(PostedContext);
  return useLocation().key === FIRST ? posted : undefined;
}

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

/** The address's query; empty until hydration, because the server renders one page for all queries. */
export function useQuery(): URLSearchParams {
  const { search } = useLocation();
  const isHydrated = useHydrated();
  return useMemo(() => new URLSearchParams(isHydrated ? search : ''), [isHydrated, search]);
}
