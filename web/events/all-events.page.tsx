import { useTranslation } from 'react-i18next';
import { replace, useLoaderData, useParams, useRouteError } from 'react-router';
import type { Api } from '#shared/api.ts';
import { isUpcoming } from '#shared/events/timing.ts';
import { paths } from '#shared/paths.ts';
import { siteName } from '#web/lib/meta.ts';
import { useNow } from '#web/lib/now.tsx';
import type { LoadArgs, Meta } from '#web/lib/page.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageBody, PageTitle } from '#web/ui/page.tsx';
import { asEvents } from './answers.ts';
import { CalendarLinks } from './calendar-link.tsx';
import { EventList } from './event-list.tsx';
import { listJsonLd } from './event-json-ld.ts';
import { EventTabs } from './event-tabs.tsx';
import { ListError } from './list-error.tsx';
import { tabIn } from './tabs.ts';

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
  title: t(tab === 'past' ? 'events:past_nights' : 'events:title'),
  description: t('events:meta_list', { site: siteName(site, language) }),
  path: paths.events(tab),
  ...(import.meta.env.SSR && { jsonLd: listJsonLd(events, site, language) }),
});
