import { type ReactNode } from 'react';
import ClipboardCheck from 'lucide-react/icons/clipboard-check';
import Menu from 'lucide-react/icons/menu';
import Moon from 'lucide-react/icons/moon';
import ScanLine from 'lucide-react/icons/scan-line';
import Search from 'lucide-react/icons/search';
import { Link, useLocation } from 'react-router';
import { paths } from '#shared/paths.ts';
import type { Right } from '#shared/staff/rights.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { GuestsWaiting } from './place-links.tsx';
import { useMay } from './rights.tsx';
import { staffPath } from './staff-api.ts';

const ICON = 20;

type BottomBarProps = { isMenuOpen: boolean; onMenu(): void; onSearch(): void };

/** What the door needs during an event, within reach of a thumb, at the bottom of phones and tablets. Only what the user may open. */
export function BottomBar({ isMenuOpen, onMenu, onSearch }: BottomBarProps) {
  const { t } = useTranslation('staff');
  return (
    <nav
      aria-label={t('bar.label')}
      className="no-print fixed inset-x-0 bottom-0 z-30 flex border-t border-hairline bg-bg pb-[env(safe-area-inset-bottom)] desktop:hidden"
    >
      <BarLink right="door.run" to={staffPath('tonight')} name={t('nav.tonight')} icon={<Moon size={ICON} aria-hidden />} />
      <BarLink right="door.run" to={paths.scanner} name={t('bar.scan')} icon={<ScanLine size={ICON} aria-hidden />} />
      <BarLink
        right="guests.decide"
        to={staffPath('guests/verification')}
        name={t('bar.verify')}
        icon={<ClipboardCheck size={ICON} aria-hidden />}
      >
        <GuestsWaiting />
      </BarLink>
      <button type="button" aria-haspopup="dialog" className={ITEM} onClick={onSearch}>
        <Search size={ICON} aria-hidden />
        <span className="max-w-full truncate">{t('bar.search')}</span>
      </button>
      <button type="button" aria-haspopup="dialog" aria-expanded={isMenuOpen} className={ITEM} onClick={onMenu}>
        <Menu size={ICON} aria-hidden />
        <span className="max-w-full truncate">{t('bar.more')}</span>
      </button>
    </nav>
  );
}

const ITEM =
  'relative flex h-14 min-w-0 flex-1 basis-0 flex-col items-center justify-center gap-0.5 px-0.5 text-[min(0.8125rem,3.1vw)] leading-4 text-muted focus-visible:-outline-offset-3 focus-visible:shadow-none aria-[current]:font-semibold aria-[current]:text-text';

type BarLinkProps = { right: Right; to: string; name: string; icon: ReactNode; children?: ReactNode };

function BarLink({ right, to, name, icon, children }: BarLinkProps) {
  const { pathname } = useLocation();
  const isHere = pathname === to;
  if (!useMay()(right)) return null;
  return (
    <Link to={to} aria-current={isHere ? 'page' : undefined} className={ITEM}>
      <span className="relative">
        {icon}
        {children && <span className="absolute -top-2 left-4">{children}</span>}
      </span>
      <span className="max-w-full truncate">{name}</span>
    </Link>
  );
}
