import { useTranslation } from 'react-i18next';
import { Link, matchPath, useLocation } from 'react-router';
import { useNow } from '#web/lib/now.tsx';
import { useLoad } from '#web/lib/use-load.ts';
import { Badge } from '#web/ui/badge.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { staffPath } from './section.ts';
import { sections } from './sections.ts';

type SectionLinksProps = { isList?: boolean; onFollow?: () => void };

/** The ways to the sections: in a line, or below each other. */
export function SectionLinks({ isList = false, onFollow }: SectionLinksProps) {
  const { t } = useTranslation('staff');
  const { pathname } = useLocation();
  const isShown = (path: string) => matchPath({ path: staffPath(path), end: path === '' }, pathname) !== null;
  return (
    <nav aria-label={t('sections.label')} className="relative overflow-x-auto">
      <ul className={isList ? 'flex flex-col border-t border-hairline text-[1.125rem] leading-6' : 'flex gap-x-4'}>
        {sections.map(({ path, name, countWaiting }) => {
          if (!name) return null;
          return (
            <li key={path}>
              <Link
                to={staffPath(path)}
                aria-current={isShown(path) ? 'page' : undefined}
                onClick={onFollow}
                className={classNames(
                  'items-center gap-2 whitespace-nowrap text-muted hover:text-text focus-visible:-outline-offset-3 focus-visible:shadow-none aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-text',
                  isList ? 'flex min-h-13 border-b border-hairline' : 'inline-flex min-h-11 border-b-2 border-transparent',
                )}
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
