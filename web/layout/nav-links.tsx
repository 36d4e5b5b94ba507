import { type CSSProperties, useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { createApi } from '#shared/api.ts';
import { LANGUAGES } from '#shared/constants.ts';
import { paths } from '#shared/paths.ts';
import { session, useSession } from '#web/lib/browser-api.ts';
import { cartCount, onCartElsewhere, useCartCount } from '#web/lib/cart-count.ts';
import { createFetchSend } from '#web/lib/fetch-send.ts';
import { useQuery } from '#web/lib/contexts.tsx';
import { createTokenStore, refreshDueAt } from '#web/lib/token-store.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { Badge } from '#web/ui/badge.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { fittedWidth } from '#web/ui/fitted-text.tsx';

type NavListProps = {
  /** `column` stands beside the page, `screen` fills a phone. */
  size: 'column' | 'screen';
  onFollow?: () => void;
};

type FittedStyle = CSSProperties & { '--w': number };

/** The main navigation, with text as wide as its column allows. */
export function NavList({ size, onFollow }: NavListProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <ul className="fitted-column">
      {navItems.map((item) => {
        const style: FittedStyle = { '--w': fittedWidth(t(item.key)) };
        return (
          <li key={item.key}>
            <Link
              to={item.to}
              onClick={onFollow}
              aria-current={currentness(item, pathname)}
              className={classNames(
                'type-display-s relative flex items-center hover:text-accent aria-[current]:text-accent',
                'aria-[current]:before:absolute aria-[current]:before:inset-y-2 aria-[current]:before:w-[3px] aria-[current]:before:bg-accent',
                size === 'column' ? 'min-h-11 before:-start-6 [--cap:1.875rem]' : 'min-h-14 before:-start-5 [--cap:3rem]',
              )}
              style={style}
            >
              {t(item.key)}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

/** The main navigation. `here` matches the addresses that a section covers. */
export const navItems = [
  { key: 'nav.events', to: paths.allEvents, here: /^\/(allevents|events)(\/|$)/i },
  { key: 'nav.djs', to: paths.djs, here: /^\/djs\/?$/i },
  { key: 'nav.gallery', to: paths.gallery, here: /^\/gallery(\/\d+)?\/?$/i },
  { key: 'nav.rentals', to: paths.rentals, here: /^\/rentals\/?$/i },
  { key: 'nav.about', to: paths.about, here: /^\/about\/?$/i },
] as const;

export const companyItems = [
  { key: 'nav.about', to: paths.about },
  { key: 'nav.terms', to: paths.terms },
] as const;

/** The id of the main navigation for browsers without script: the menu button leads there. */
export const ALL_PAGES = 'all-pages';

/** The value of `aria-current`: `page` on the section's own page, `true` on pages below it. */
export function currentness(item: { to: string; here: RegExp }, pathname: string): 'page' | 'true' | undefined {
  if (!item.here.test(pathname)) return undefined;
  return pathname.toLowerCase().startsWith(item.to.toLowerCase()) ? 'page' : 'true';
}

const row = 'flex min-h-11 items-center gap-3 font-medium hover:text-accent';

/** Log in for visitors; profile and cart for a signed-in user. */
export function AccountLinks({ onFollow }: { onFollow?: () => void }) {
  const { t } = useTranslation();
  const { isSignedIn } = useSession();
  const count = useCartBadge();
  if (!isSignedIn)
    return (
      <Link to={paths.login} onClick={onFollow} className={row}>
        {t('nav.login')}
      </Link>
    );
  return (
    <>
      <Link to={paths.profile} onClick={onFollow} className={row}>
        {t('nav.profile')}
      </Link>
      <Link to={paths.cart} onClick={onFollow} className={row}>
        {t('nav.cart')} {count !== undefined && count > 0 && <Badge count={count} label={t('cart_count', { count })} />}
      </Link>
    </>
  );
}

/** Sends without renewal of the token: a badge must lead nobody to the login page. */
const send = createFetchSend();
const quietApi = createApi((request) => send(request, session.token()));

/** The number of places in the cart; undefined for visitors, and until it is known. */
export function useCartBadge(): number | undefined {
  const { isSignedIn } = useSession();
  const count = useCartCount();
  return isSignedIn ? count : undefined;
}

/** Fetches that number: once per page, however many badges it has. */
export function useLearnedCart(): void {
  const token = useSyncExternalStore(session.subscribe, session.token, () => null);
  useEffect(() => {
    if (token === null) cartCount.set(undefined);
    else if (cartCount.get() === undefined && isFresh()) void learnCount(() => cartCount.get() === undefined);
  }, [token]);
  useEffect(() => onCartElsewhere(() => void learnCount()), []);
}

/** Returns false if the token is about to be renewed: the new one triggers this again. */
function isFresh(): boolean {
  const kept = createTokenStore().read();
  const dueAt = kept ? refreshDueAt(kept, Date.now()) : 0;
  return dueAt === undefined || dueAt > Date.now();
}

/** An answer that is no cart is reported by the cart's own screen. */
async function learnCount(isWanted = () => session.token() !== null): Promise<void> {
  const cart = await quietApi.cart.get().catch(() => undefined);
  if (!Array.isArray(cart?.ticketItems) || !isWanted()) return;
  cartCount.set(cart.ticketItems.reduce((sum, { quantity }) => sum + quantity, 0));
}

const shortNames = { en: 'EN', ka: 'ქარ' } as const;

/** Two links to the same page in the other language: without script a plain load, with script a switch in place. */
export function LanguageSwitch() {
  const { t } = useTranslation();
  const { language, switchTo } = useLanguage();
  const query = useQuery();
  return (
    <ul aria-label={t('language')} className="flex border border-quiet">
      {LANGUAGES.map((choice) => (
        <li key={choice} className="grow">
          <a
            href={`?${withLanguage(query, choice)}`}
            lang={choice}
            hrefLang={choice}
            aria-label={t(`languages.${choice}`)}
            aria-current={choice === language ? 'true' : undefined}
            onClick={(click) => {
              if (click.metaKey || click.ctrlKey || click.shiftKey) return;
              click.preventDefault();
              void switchTo(choice);
            }}
            className="type-toggle grid min-h-11 min-w-14 place-items-center hover:bg-surface-2 aria-[current]:bg-bone aria-[current]:text-coal"
          >
            {shortNames[choice]}
          </a>
        </li>
      ))}
    </ul>
  );
}

function withLanguage(query: URLSearchParams, language: string): string {
  const next = new URLSearchParams(query);
  next.set('lang', language);
  return next.toString();
}
