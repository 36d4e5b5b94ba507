import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, matchPath, useLocation } from 'react-router';
import { Badge } from '#web/ui/badge.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { staffApi } from './staff-api.ts';
import { staffPath } from './staff-path.ts';

const SECTIONS = ['start', 'tonight', 'nights', 'guests', 'orders', 'enquiries', 'gallery', 'words', 'audit'] as const;

type SectionName = (typeof SECTIONS)[number];

const pathOf = (name: SectionName): string => staffPath(name === 'start' ? '' : name);

const MINUTE_MS = 60_000;

type SectionLinksProps = { isList?: boolean; onFollow?: () => void };

/** The ways to the sections: in a line, or below each other. */
export function SectionLinks({ isList = false, onFollow }: SectionLinksProps) {
  const { t } = useTranslation('staff');
  const { pathname } = useLocation();
  const isShown = (name: SectionName) => matchPath({ path: pathOf(name), end: name === 'start' }, pathname) !== null;
  return (
    <nav aria-label={t('sections.label')} className="relative overflow-x-auto">
      <ul className={isList ? 'flex flex-col border-t border-hairline text-[1.125rem] leading-6' : 'flex gap-x-4'}>
        {SECTIONS.map((name) => (
          <li key={name}>
            <Link
              to={pathOf(name)}
              aria-current={isShown(name) ? 'page' : undefined}
              onClick={onFollow}
              className={classNames(
                'items-center gap-2 whitespace-nowrap text-muted hover:text-text focus-visible:-outline-offset-3 focus-visible:shadow-none aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-text',
                isList ? 'flex min-h-13 border-b border-hairline' : 'inline-flex min-h-11 border-b-2 border-transparent',
              )}
            >
              {t(`sections.${name}`)}
              {name === 'enquiries' && <NewEnquiries key={pathname} />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Enquiries nobody has looked at: counted anew with every screen and every minute. */
function NewEnquiries() {
  const { t } = useTranslation('staff');
  const { data: counts } = useQuery({
    queryKey: ['enquiry-counts'],
    queryFn: ({ signal }) => staffApi.staffEnquiries.counts({}, { signal }),
    refetchInterval: MINUTE_MS,
  });
  const waiting = counts ? counts.rental.new + counts.dj.new : 0;
  return waiting > 0 && <Badge count={waiting} label={t('badges.enquiries', { count: waiting })} />;
}
