import Equal from 'lucide-react/icons/equal';
import Ticket from 'lucide-react/icons/ticket';
import { lazy, Suspense, useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { paths } from '#shared/paths.ts';
import { useSession } from '#web/lib/use-session.ts';
import { Badge } from '#web/ui/badge.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Brand } from './brand.tsx';
import { ALL_PAGES } from './nav-list.tsx';
import { useCartBadge } from './account-links.tsx';

const MobileMenu = lazy(async () => ({ default: (await import('./mobile-menu.tsx')).MobileMenu }));

/** On forms the keyboard leaves little room: there the bar scrolls away. */
const FORMS = /^\/(login|register|forgot-password|change_password|profile|cart|rentals|djs)\/?$/i;

/** 48 px at every size of letters: the icons in them do not grow either. */
const target = 'grid size-[48px] shrink-0 place-items-center';

/** The bar above every screen below 1024 px (art direction §9). */
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
      <div className="me-auto">
        <Brand markSize={28} />
      </div>
      {isSignedIn && <CartLink />}
      <a
        href={`#${ALL_PAGES}`}
        // Without script it leads to the same list at the end of the page; a button has no address.
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

function CartLink() {
  const { t } = useTranslation();
  const count = useCartBadge() ?? 0;
  return (
    <Link
      to={paths.cart}
      aria-label={count > 0 ? `${t('nav.cart')}, ${t('cart_count', { count })}` : t('nav.cart')}
      className={`relative ${target}`}
    >
      <Ticket />
      {count > 0 && (
        <span aria-hidden="true" className="absolute end-0 top-0">
          <Badge count={count} label="" isOnPaper />
        </span>
      )}
    </Link>
  );
}
