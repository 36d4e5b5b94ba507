import { Link, replace, useLoaderData, useParams, useRouteError } from 'react-router';
import type { Api } from '#shared/api.ts';
import { isUpcoming } from '#shared/events/timing.ts';
import { type EventsTab, paths } from '#shared/paths.ts';
import { siteName } from '#web/lib/meta.ts';
import { useNow } from '#web/lib/now.tsx';
import type { LoadArgs, Meta } from '#web/lib/page.ts';
import { EmptyState } from '#web/ui/states.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { PageBody, PageTitle } from '#web/ui/page.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { EventList } from '#web/event-list/event-list.tsx';
import { ListError } from '#web/event-list/answers.tsx';
import { asEvents } from '#web/event-list/as-event.ts';
import { CalendarLinks } from './calendar-link.tsx';
import { listJsonLd } from './event-json-ld.ts';

export async function loader(api: Api, { params }: LoadArgs) {
  const tab = tabIn(params['tab']);
  if (!tab) throw replace(paths.events('upcoming'));
  return { tab, events: asEvents(await (tab === 'past' ? api.events.past({}) : api.events.list())) };
}

export default function AllEventsPage() {
  const { tab, events } = useLoaderData<typeof loader>();
  const { t } = useTranslation('events');
  const now = useNow();
  const shown = tab === 'past' ? events : events.filter((event) => isUpcoming(event, now));
  const other = tab === 'past' ? 'upcoming' : 'past';
  return (
    <PageBody>
      <PageTitle>{t('title')}</PageTitle>
      <EventTabs tab={tab} />
      {shown.length > 0 ? (
        <EventList events={shown} isPast={tab === 'past'} />
      ) : (
        <EmptyState text={t(`none_${tab}`)}>
          <LinkButton to={paths.events(other)} look="secondary">
            {t(`to_${other}`)}
          </LinkButton>
        </EmptyState>
      )}
      {tab === 'upcoming' && <CalendarLinks />}
    </PageBody>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation('events');
  const { tab } = useParams();
  return (
    <PageBody>
      <PageTitle>{t('title')}</PageTitle>
      <EventTabs tab={tabIn(tab)} />
      <div className="mt-8">
        <ListError failure={useRouteError()} />
      </div>
    </PageBody>
  );
}

export const meta: Meta<typeof loader> = ({ data: { tab, events }, t, language, site }) => ({
  title: t(tab === 'past' ? 'events:past_events' : 'events:title'),
  description: t('events:meta_list', { site: siteName(site, language) }),
  path: paths.events(tab),
  ...(import.meta.env.SSR && { jsonLd: listJsonLd(events, site, language) }),
});

/** Two pages of one list: links, not tabs. */
function EventTabs({ tab }: { tab: EventsTab | undefined }) {
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

const TABS = ['upcoming', 'past'] as const satisfies EventsTab[];

/** The tab of an address, in any letter case; `upcoming` without a name, undefined for an unknown one. */
const tabIn = (name = 'upcoming'): EventsTab | undefined => TABS.find((tab) => tab === name.toLowerCase());
