import { useTranslation } from 'react-i18next';
import { useLoaderData, useRouteError } from 'react-router';
import type { Api } from '#shared/api.ts';
import { HOME_PAST_COUNT, HOME_UPCOMING_COUNT } from '#shared/constants.ts';
import { isUpcoming, nextEvent } from '#shared/events/timing.ts';
import { paths } from '#shared/paths.ts';
import { asEvents, eventsIn, failureIn } from '#web/events/answers.ts';
import { FailedList } from '#web/events/failed-list.tsx';
import { ListError } from '#web/events/list-error.tsx';
import { NextEventHero } from '#web/events/next-event-hero.tsx';
import { NowPlaying } from '#web/events/now-playing.tsx';
import { PastStrip } from '#web/events/past-strip.tsx';
import { UpcomingSection } from '#web/events/upcoming-section.tsx';
import { clubJsonLd } from '#web/lib/json-ld.ts';
import { siteName } from '#web/lib/meta.ts';
import { useNow } from '#web/lib/now.tsx';
import { openingDays, openingTimes } from '#shared/opening.ts';
import { openingOf } from '#web/lib/opening.ts';
import type { Meta } from '#web/lib/page.ts';
import { loadAlbum } from '#web/lib/pictures.ts';
import { AboutTeaser } from './about-teaser.tsx';
import { Promos } from './promos.tsx';
import { QuietHero } from './quiet-hero.tsx';

const TEASER_PICTURES = 2;

export async function loader(api: Api) {
  const [lists, pictures] = await Promise.all([
    // Each list fails by itself.
    Promise.allSettled([
      api.events.list().then(asEvents),
      api.events.soon().then((items) => asEvents(items.map(({ event }) => event))),
      api.events.past({ limit: HOME_PAST_COUNT }).then(asEvents),
    ]),
    loadAlbum(api, 'about', TEASER_PICTURES),
  ]);
  const [events, upcoming, past] = lists;
  if (events.status === 'rejected' && failureIn(upcoming) && failureIn(past)) throw events.reason;
  return {
    events: eventsIn(events),
    upcoming: eventsIn(upcoming),
    past: eventsIn(past).slice(0, HOME_PAST_COUNT),
    failures: { events: failureIn(events), upcoming: failureIn(upcoming), past: failureIn(past) },
    pictures,
  };
}

export default function HomePage() {
  const { events, upcoming, past, pictures, failures } = useLoaderData<typeof loader>();
  const { t } = useTranslation('events');
  const now = useNow();
  const next = nextEvent(events, now);
  const shown = upcoming.filter((event) => isUpcoming(event, now)).slice(0, HOME_UPCOMING_COUNT);
  return (
    <>
      {next ? <NextEventHero event={next} /> : <QuietHero />}
      {failures.events ? <FailedList title={t('next_up')} failure={failures.events} /> : <NowPlaying event={next} />}
      {failures.upcoming ? <FailedList title={t('upcoming')} failure={failures.upcoming} /> : <UpcomingSection events={shown} />}
      {failures.past ? <FailedList title={t('past_nights')} failure={failures.past} /> : <PastStrip events={past} />}
      <Promos />
      <AboutTeaser pictures={pictures} />
    </>
  );
}

export function ErrorBoundary() {
  return (
    <>
      <QuietHero />
      <div className="px-5 pb-12 desktop:px-10">
        <ListError failure={useRouteError()} />
      </div>
      <Promos />
      <AboutTeaser pictures={[]} />
    </>
  );
}

export const meta: Meta<typeof loader> = ({ t, language, site }) => ({
  description: t('home:meta', {
    site: siteName(site, language),
    days: openingDays(openingOf(site), t),
    times: openingTimes(openingOf(site)),
  }),
  path: paths.home,
  ...(import.meta.env.SSR && { jsonLd: clubJsonLd(site, language) }),
});
