import type { CSSProperties } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '#shared/paths.ts';
import { useSession } from '#web/lib/browser-api.ts';
import { Badge } from '#web/ui/badge.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { fittedWidth } from '#web/ui/fitted-text.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { useCartBadge } from './cart-badge.ts';

type NavListProps = {
  /** `column` is beside the page, `screen` fills a phone. */
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
                'type-display-s nav-link',
                size === 'column' ? 'min-h-11 before:-start-6 [--cap:1.875rem]' : 'min-h-16 before:-start-5 [--cap:4rem]',
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

/** The id of the main navigation for browsers without script: the menu button leads there. */
export const ALL_PAGES = 'all-pages';

/** The value of `aria-current`: `page` on the section's own page, `true` on pages below it. */
export function currentness(item: { to: string; here: RegExp }, pathname: string): 'page' | 'true' | undefined {
  if (!item.here.test(pathname)) return undefined;
  return pathname.toLowerCase().startsWith(item.to.toLowerCase()) ? 'page' : 'true';
}

/** Log in for visitors; profile, tickets and cart for a signed-in user, and the console for staff. */
export function AccountLinks({ onFollow }: { onFollow?: () => void }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { isSignedIn, isStaff } = useSession();
  const count = useCartBadge() ?? 0;
  const signedIn = ['profile', 'my_tickets', 'cart', ...(isStaff ? (['console'] as const) : [])] as const;
  return (isSignedIn ? signedIn : (['login'] as const)).map((name) => (
    <Link
      key={name}
      to={accountPaths[name]}
      onClick={onFollow}
      aria-current={pathname.toLowerCase() === accountPaths[name].toLowerCase() ? 'page' : undefined}
      className="nav-link min-h-11 font-medium before:-start-5 desktop:before:-start-6"
    >
      <span className="me-3">{t(`nav.${name}`)}</span>
      {name === 'cart' && count > 0 && <Badge count={count} label={t('cart_count', { count })} />}
    </Link>
  ));
}

const accountPaths = {
  login: paths.login,
  profile: paths.profile,
  my_tickets: paths.myTickets,
  cart: paths.cart,
  console: paths.staff,
} as const;
