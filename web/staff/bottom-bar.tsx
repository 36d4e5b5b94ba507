import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import ClipboardCheck from 'lucide-react/icons/clipboard-check';
import Menu from 'lucide-react/icons/menu';
import Moon from 'lucide-react/icons/moon';
import ScanLine from 'lucide-react/icons/scan-line';
import { Link, useLocation } from 'react-router';
import { MINUTE_MS } from '#shared/durations.ts';
import { paths } from '#shared/paths.ts';
import type { Right } from '#shared/staff/rights.ts';
import { Badge } from '#web/ui/badge.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { useMay } from './rights.tsx';
import { staffApi, staffPath } from './staff-api.ts';

const ICON = 20;

/** What the door needs during an event, within reach of a thumb, at the bottom of phones and tablets. Only what the user may open. */
export function BottomBar({ isMenuOpen, onMenu }: { isMenuOpen: boolean; onMenu(): void }) {
  const { t } = useTranslation(['common', 'staff']);
  const may = useMay();
  return (
    <nav
      aria-label={t('staff:bar.label')}
      className="no-print fixed inset-x-0 bottom-0 z-30 flex border-t border-hairline bg-bg pb-[env(safe-area-inset-bottom)] desktop:hidden"
    >
      <Place right="door.run" to={staffPath('tonight')} name={t('staff:sections.tonight')} icon={<Moon size={ICON} aria-hidden />} />
      <Place right="door.run" to={paths.scanner} name={t('staff:bar.scan')} icon={<ScanLine size={ICON} aria-hidden />} />
      <Place
        right="guests.decide"
        to={staffPath('guests/verification')}
        name={t('staff:bar.desk')}
        icon={<ClipboardCheck size={ICON} aria-hidden />}
      >
        {may('guests.decide') && <Waiting />}
      </Place>
      <button type="button" aria-haspopup="dialog" aria-expanded={isMenuOpen} className={PLACE} onClick={onMenu}>
        <Menu size={ICON} aria-hidden />
        <span className="max-w-full truncate">{t('menu')}</span>
      </button>
    </nav>
  );
}

const PLACE =
  'relative flex h-14 min-w-0 flex-1 basis-0 flex-col items-center justify-center gap-0.5 px-0.5 text-[0.8125rem] leading-4 text-muted focus-visible:-outline-offset-3 focus-visible:shadow-none aria-[current]:font-semibold aria-[current]:text-text';

type PlaceProps = { right: Right; to: string; name: string; icon: ReactNode; children?: ReactNode };

function Place({ right, to, name, icon, children }: PlaceProps) {
  const { pathname } = useLocation();
  const isHere = pathname === to;
  if (!useMay()(right)) return null;
  return (
    <Link to={to} aria-current={isHere ? 'page' : undefined} className={PLACE}>
      <span className="relative">
        {icon}
        {children && <span className="absolute -top-2 left-4">{children}</span>}
      </span>
      <span className="max-w-full truncate">{name}</span>
    </Link>
  );
}

/** How many guests wait for a decision, fetched again every minute. */
function Waiting() {
  const { t } = useTranslation('staff');
  const { data } = useQuery({
    queryKey: ['guest-counts'],
    queryFn: ({ signal }) => staffApi.guests.counts({}, { signal }),
    refetchInterval: MINUTE_MS,
  });
  const waiting = data?.Pending ?? 0;
  return waiting > 0 && <Badge count={waiting} label={t('badges.guests', { count: waiting })} />;
}
