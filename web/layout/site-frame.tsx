import Equal from 'lucide-react/icons/equal';
import ShoppingBag from 'lucide-react/icons/shopping-bag';
import Ticket from 'lucide-react/icons/ticket';
import { lazy, Suspense, type SyntheticEvent, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '#shared/paths.ts';
import { siteName } from '#web/lib/meta.ts';
import { Place } from '#web/lib/place.tsx';
import { useSite } from '#web/lib/site.tsx';
import { useLanguage } from '#web/lib/use-language.ts';
import { useSession } from '#web/lib/browser-api.ts';
import { Badge } from '#web/ui/badge.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Mark } from '#web/ui/mark.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { PhoneLink } from '#web/ui/value-text.tsx';
import { CompanyLinks, OpeningHours, SocialLinks } from './company.tsx';
import { useCartBadge, useLearnedCart } from './cart-badge.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { ALL_PAGES, AccountLinks, NavList } from './nav-links.tsx';

const MobileMenu = lazy(async () => ({ default: (await import('./mobile-menu.tsx')).MobileMenu }));

/** On forms the keyboard leaves little room, so the bar scrolls with the page. */
const FORMS = /^\/(login|register|forgot-password|change_password|profile|cart|rentals|djs)\/?$/i;

/** 48 px at every font size, as the icons do not grow either. */
const box = 'size-[48px] shrink-0 place-items-center';
const target = `grid ${box}`;

/** The bar above every screen below 1024 px. */
export function MobileBar() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { isSignedIn } = useSession();
  const [openAt, setOpenAt] = useState<string>();
  const open = (event: SyntheticEvent) => {
    event.preventDefault();
    setOpenAt(pathname);
  };
  const isSticky = !FORMS.test(pathname);
  return (
    <header className={classNames('paper no-print z-20 flex h-14 items-center ps-5 pe-2 desktop:hidden', isSticky && 'sticky top-0')}>
      <Brand markSize={28} />
      <div className="@container min-w-0 flex-1">{isSignedIn && <OwnLinks />}</div>
      <a
        href={`#${ALL_PAGES}`}
        // Without script it links to the list at the end of the page; a button has no address.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="button"
        aria-haspopup="dialog"
        aria-label={t('menu')}
        onClick={open}
        onKeyDown={(press) => press.key === ' ' && open(press)}
        className={target}
      >
        <Equal size={28} />
      </a>
      {openAt === pathname && (
        <Suspense>
          <MobileMenu onClose={() => setOpenAt(undefined)} />
        </Suspense>
      )}
    </header>
  );
}

/** Large letters leave no room for the link to the tickets; the menu has it, too. */
function OwnLinks() {
  const { t } = useTranslation();
  return (
    <div className="flex justify-end">
      <Link to={paths.myTickets} aria-label={t('nav.my_tickets')} className={`hidden @min-[96px]:grid ${box}`}>
        <Ticket />
      </Link>
      <CartLink />
    </div>
  );
}

function CartLink() {
  const { t } = useTranslation();
  const count = useCartBadge() ?? 0;
  return (
    <Link
      to={paths.cart}
      aria-label={count > 0 ? `${t('nav.cart')}, ${t('cart_count', { count })}` : t('nav.cart')}
      className={`relative ${target}`}
    >
      <ShoppingBag />
      {count > 0 && (
        <span aria-hidden="true" className="absolute end-0 top-0">
          <Badge count={count} label="" isOnPaper />
        </span>
      )}
    </Link>
  );
}

/** Mark and name on one line. */
function Brand({ markSize }: { markSize: number }) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const name = siteName(useSite(), language);
  return (
    <Link to={paths.home} aria-label={t('home_link', { name })} className="inline-flex min-h-11 items-center">
      <span className="brand flex items-end gap-3">
        <Mark size={markSize} />
        <span className="type-display-s -mb-1 [--cap:min(1.875rem,11vw)]">{name}</span>
      </span>
    </Link>
  );
}

/** The column beside every screen from 1024 px on; it scrolls by itself when it is taller than the window. */
export function SideHeader() {
  const { t } = useTranslation();
  useLearnedCart();
  return (
    <header className="side-column no-print sticky top-0 hidden h-dvh w-52 flex-col overflow-y-auto border-e border-hairline px-6 py-7 desktop:flex">
      <Brand markSize={40} />
      <nav aria-label={t('nav.label')} className="mt-8">
        <NavList size="column" />
        <hr className="my-4 border-t border-hairline" />
        <AccountLinks />
      </nav>
      <div className="mt-auto flex flex-col gap-2 pt-6">
        <OpeningHours />
        <Place hasRoom={false} />
        <CompanyLinks />
        <SocialLinks />
        <LanguageSwitch />
      </div>
    </header>
  );
}

/** On narrow screens the side header's content is below the page. */
export function Footer() {
  const { t } = useTranslation();
  const { phone, email } = useSite();
  return (
    <footer className="no-print mt-12 flex flex-col gap-4 border-t border-hairline px-5 py-8 desktop:hidden">
      <noscript>
        <nav id={ALL_PAGES} aria-label={t('nav.label')}>
          <NavList size="screen" />
          <AccountLinks />
        </nav>
        <LanguageSwitch />
      </noscript>
      <OpeningHours />
      <Place />
      <p className="flex flex-col">
        <PhoneLink phone={phone} />
        <a href={`mailto:${email}`} className="inline-flex min-h-11 items-center">
          {email}
        </a>
      </p>
      <CompanyLinks />
      <SocialLinks />
    </footer>
  );
}
