import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, matchPath, useLocation } from 'react-router';
import { timeText } from '#shared/dates.ts';
import { paths } from '#shared/paths.ts';
import { LanguageSwitch } from '#web/layout/language-switch.tsx';
import { useNow } from '#web/lib/now.tsx';
import { useLoad } from '#web/lib/use-load.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Mark } from '#web/ui/mark.tsx';
import { staffPath } from './section.ts';
import { sections } from './sections.ts';

/** Dense and quiet (art direction §16): one line with the sections, the language and the club's time; no art. */
export function StaffFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation(['common', 'staff']);
  return (
    <div className="staff mx-auto w-full max-w-[90rem] px-5 pb-16 text-[0.875rem] leading-5 desktop:px-7">
      <header className="no-print flex flex-wrap items-center gap-x-6 border-b border-hairline py-2">
        <Link to={paths.staff} className="inline-flex min-h-11 items-center gap-3 font-bold">
          <Mark size={24} />
          {t('staff:title')}
        </Link>
        <SectionLinks />
        <div className="ms-auto flex items-center gap-4">
          <Link to={paths.home} className="link inline-flex min-h-11 items-center">
            {t('staff:to_site')}
          </Link>
          <LanguageSwitch />
          <ClubTime />
        </div>
      </header>
      <div className="pt-5">{children}</div>
    </div>
  );
}

function SectionLinks() {
  const { t } = useTranslation('staff');
  const { pathname } = useLocation();
  const isShown = (path: string) => matchPath({ path: staffPath(path), end: path === '' }, pathname) !== null;
  return (
    <nav aria-label={t('sections.label')} className="relative order-last w-full overflow-x-auto wide:order-none wide:w-auto">
      <ul className="flex gap-x-5">
        {sections.map(({ path, name, countWaiting }) => {
          if (!name) return null;
          return (
            <li key={path}>
              <Link
                to={staffPath(path)}
                aria-current={isShown(path) ? 'page' : undefined}
                className="inline-flex min-h-11 items-center gap-2 border-b-2 border-transparent whitespace-nowrap text-muted hover:text-text aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-text"
              >
                {t(`sections.${name}`)}
                {countWaiting && <Waiting key={pathname} count={countWaiting} />}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** Looked for anew with every screen and every minute. */
function Waiting({ count }: { count: (signal: AbortSignal) => Promise<number> }) {
  const { t } = useTranslation('staff');
  const waiting = useLoad(count, [useNow().getTime()]).data ?? 0;
  return waiting > 0 && <Badge count={waiting} label={t('badges.enquiries', { count: waiting })} />;
}

function ClubTime() {
  return <p className="type-tabular font-bold">{timeText(useNow())}</p>;
}
