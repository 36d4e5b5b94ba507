import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths, type EventsTab } from '#shared/paths.ts';
import { TABS } from './tabs.ts';

/** Two pages of one list: links, not tabs. */
export function EventTabs({ tab }: { tab: EventsTab | undefined }) {
  const { t } = useTranslation('events');
  return (
    <nav aria-label={t('tabs')} className="mt-6 flex flex-wrap gap-x-8">
      {TABS.map((name) => (
        <Link
          key={name}
          to={paths.events(name)}
          aria-current={name === tab ? 'page' : undefined}
          className="type-display-m flex min-h-14 items-center border-b-4 border-transparent text-faint [--cap:2.25rem] phone:[--cap:2.75rem] hover:text-bone aria-[current]:border-accent aria-[current]:text-bone"
        >
          {t(name)}
        </Link>
      ))}
    </nav>
  );
}
