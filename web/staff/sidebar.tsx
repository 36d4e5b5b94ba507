import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import ExternalLink from 'lucide-react/icons/external-link';
import LogOut from 'lucide-react/icons/log-out';
import PanelLeftClose from 'lucide-react/icons/panel-left-close';
import PanelLeftOpen from 'lucide-react/icons/panel-left-open';
import ScanLine from 'lucide-react/icons/scan-line';
import Search from 'lucide-react/icons/search';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { timeText } from '#shared/dates.ts';
import { paths } from '#shared/paths.ts';
import { LanguageSwitch } from '#web/layout/language-switch.tsx';
import { useNow } from '#web/lib/now.tsx';
import { useLogout } from '#web/lib/use-logout.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Mark } from '#web/ui/mark.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { FROM_CONSOLE, PlaceLinks } from './place-links.tsx';
import { placeAt } from './places.ts';
import { OnlyWith } from './rights.tsx';
import { staffPath } from './staff-api.ts';
import { Tip } from './ui/tooltip.tsx';

const ICON = 20;
const KEY = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K';

type SidebarProps = { isCollapsed: boolean; onCollapse(isCollapsed: boolean): void; onSearch(): void };

/** From 1024 px: the places at the left, and below them what belongs to none of them. */
export function Sidebar({ isCollapsed, onCollapse, onSearch }: SidebarProps) {
  const { t } = useTranslation('staff');
  const Toggle = isCollapsed ? PanelLeftOpen : PanelLeftClose;
  return (
    <div className="no-print sticky top-0 hidden h-dvh flex-col gap-3 overflow-x-hidden overflow-y-auto border-e border-hairline bg-surface-1 p-3 desktop:flex">
      <div className={classNames('flex items-center gap-x-2 text-[0.875rem]', isCollapsed ? 'flex-col' : 'justify-between')}>
        <ConsoleLink isCollapsed={isCollapsed} />
        <ClubTime />
      </div>
      <Tip text={isCollapsed ? t('bar.search') : undefined}>
        <button
          type="button"
          aria-haspopup="dialog"
          aria-keyshortcuts="Control+K Meta+K /"
          className={classNames(
            'flex min-h-11 items-center gap-3 rounded-control border border-control px-3 text-muted hover:border-bone hover:text-text focus-visible:-outline-offset-3 focus-visible:shadow-none',
            isCollapsed && 'justify-center',
          )}
          onClick={onSearch}
        >
          <Search size={ICON} aria-hidden className="shrink-0" />
          <span className={isCollapsed ? 'sr-only' : undefined}>{t('bar.search')}</span>
          {!isCollapsed && (
            <kbd aria-hidden className="ms-auto type-tabular text-[0.8125rem] leading-4">
              {KEY}
            </kbd>
          )}
        </button>
      </Tip>
      <PlaceLinks look={isCollapsed ? 'icons' : 'open'} />
      <div className="mt-auto flex flex-col gap-0.5">
        <Others isCollapsed={isCollapsed} />
        <div className={classNames('flex items-center', isCollapsed ? 'flex-col' : 'justify-between ps-3')}>
          <LanguageSwitch />
          <button
            type="button"
            aria-expanded={!isCollapsed}
            aria-label={t('sidebar')}
            className="grid size-11 place-items-center text-muted hover:text-text focus-visible:-outline-offset-3 focus-visible:shadow-none"
            onClick={() => onCollapse(!isCollapsed)}
          >
            <Toggle size={ICON} aria-hidden />
          </button>
        </div>
      </div>
    </div>
  );
}

export function ConsoleLink({ isCollapsed = false }: { isCollapsed?: boolean }) {
  const { t } = useTranslation('staff');
  return (
    <Link to={paths.staff} state={FROM_CONSOLE} className="inline-flex min-h-11 min-w-11 items-center justify-center gap-2 font-bold">
      <Mark size={24} />
      <span className={isCollapsed ? 'sr-only' : undefined}>{t('title')}</span>
    </Link>
  );
}

export function ClubTime() {
  return <p className="type-tabular font-bold">{timeText(useNow())}</p>;
}

type OthersProps = { isCollapsed?: boolean; onFollow?: () => void };

/** The scanner, the help about the current place, the site, and the way out. */
export function Others({ isCollapsed = false, onFollow }: OthersProps) {
  const { t } = useTranslation('staff');
  const logout = useLogout();
  const place = placeAt(useLocation().pathname);
  const line = classNames(
    'flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-muted desktop:min-h-9 hover:bg-surface-2 hover:text-text focus-visible:-outline-offset-3 focus-visible:shadow-none',
    isCollapsed && 'justify-center',
  );
  const link = (to: string, name: string, icon: ReactNode) => (
    <Tip text={isCollapsed ? name : undefined}>
      <Link to={to} className={line} onClick={onFollow}>
        {icon}
        <span className={isCollapsed ? 'sr-only' : undefined}>{name}</span>
      </Link>
    </Tip>
  );
  return (
    <>
      <OnlyWith right="door.run">{link(paths.scanner, t('bar.scan'), <ScanLine size={ICON} aria-hidden />)}</OnlyWith>
      {link(staffPath(place ? `help/${place}` : 'help'), t('help'), <CircleQuestionMark size={ICON} aria-hidden />)}
      {link(paths.home, t('to_site'), <ExternalLink size={ICON} aria-hidden />)}
      <Tip text={isCollapsed ? t('log_out') : undefined}>
        <button type="button" className={line} onClick={() => void logout(t('logged_out'))}>
          <LogOut size={ICON} aria-hidden />
          <span className={isCollapsed ? 'sr-only' : undefined}>{t('log_out')}</span>
        </button>
      </Tip>
    </>
  );
}
