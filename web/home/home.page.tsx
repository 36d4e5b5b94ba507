import { useLoaderData } from 'react-router';
import type { Api } from '#shared/api.ts';
import { HOME_PAST_COUNT, HOME_UPCOMING_COUNT } from '#shared/constants.ts';
import { nextEvent } from '#shared/events/timing.ts';
import { paths } from '#shared/paths.ts';
import { NextEventHero } from '#web/events/next-event-hero.tsx';
import { NowPlaying } from '#web/events/now-playing.tsx';
import { PastStrip } from '#web/events/past-strip.tsx';
import { UpcomingSection } from '#web/events/upcoming-section.tsx';
import { siteName } from '#web/lib/meta.ts';
import { useNow } from '#web/lib/now.tsx';
import { openingTimes } from '#web/lib/opening.ts';
import type { Meta } from '#web/lib/page.ts';
import { AboutTeaser } from './about-teaser.tsx';
import { Promos } from './promos.tsx';
import { QuietHero } from './quiet-hero.tsx';

const TEASER_PICTURES = 2;

export async function loader(api: Api) {
  const [events, soon, past, gallery] = await Promise.all([
    api.events.list(),
    api.events.soon(),
    api.events.past({ limit: HOME_PAST_COUNT }),
    // Spec §7: errors of the gallery are swallowed.
    api.gallery.images({ page: 1, limit: TEASER_PICTURES, album: 'about' }).catch(() => undefined),
  ]);
  return {
    events,
    upcoming: soon.slice(0, HOME_UPCOMING_COUNT).map(({ event }) => event),
    past,
    pictures: gallery?.images ?? [],
  };
}

export default function HomePage() {
  const { events, upcoming, past, pictures } = useLoaderData<typeof loader>();
  const next = nextEvent(events, useNow());
  return (
    <>
      {next ? <NextEventHero event={next} /> : <QuietHero />}
      <NowPlaying event={next} />
      <UpcomingSection events={upcoming} />
      <PastStrip events={past} />
      <Promos />
      <AboutTeaser pictures={pictures} />
    </>
  );
}

export const meta: Meta<typeof loader> = ({ t, language, site }) => ({
  description: t('home:meta', { site: siteName(site, language), times: openingTimes }),
  path: paths.home,
});
