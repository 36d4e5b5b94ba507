import ArrowRight from 'lucide-react/icons/arrow-right';
import { Link, useLoaderData, useRouteError } from 'react-router';
import type { Api } from '#shared/api.ts';
import { HOME_PAST_COUNT, HOME_UPCOMING_COUNT } from '#shared/constants.ts';
import { weekdayText } from '#shared/dates.ts';
import type { EventView } from '#shared/events/events.contract.ts';
import { eventTiming, isUpcoming, nextEvent } from '#shared/events/timing.ts';
import type { GalleryImageView } from '#shared/gallery/gallery.contract.ts';
import { ALBUM_PLACES } from '#shared/gallery/pictures.ts';
import { coverRatios, coverUrl, eventTheme, promoCovers, promoSets, paletteOf, themeOf } from '#shared/media/covers.ts';
import { openingDays, openingDaysShort, openingTimes } from '#shared/opening.ts';
import { paths } from '#shared/paths.ts';
import { NowPlaying, PastStrip, UpcomingSection } from '#web/events/home-sections.tsx';
import { FailedList, ListError, eventsIn, failureIn } from '#web/event-list/answers.tsx';
import { asEvents } from '#web/event-list/as-event.ts';
import { NextEventHero } from '#web/events/next-event-hero.tsx';
import { clubJsonLd, siteName } from '#web/lib/meta.ts';
import type { Meta } from '#web/lib/page.ts';
import { paint } from '#web/lib/paint.ts';
import { loadAlbum, picturesIn } from '#web/lib/pictures.ts';
import { useNow } from '#web/lib/now.tsx';
import { Place } from '#web/lib/place.tsx';
import { useOpening, useSite } from '#web/lib/site.tsx';
import { useLanguage } from '#web/lib/use-language.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { Picture, Poster } from '#web/ui/picture.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { DateText, DayText, TimeText, WeekdayText } from '#web/ui/value-text.tsx';

const DATES = 3;
const SHORT_WEEKDAY = 3;

export async function loader(api: Api) {
  const [lists, pictures] = await Promise.all([
    // One failed list does not hide the others.
    Promise.allSettled([
      api.events.list().then(asEvents),
      api.events.soon().then((items) => asEvents(items.map(({ event }) => event))),
      api.events.past({ limit: HOME_PAST_COUNT }).then(asEvents),
    ]),
    loadAlbum(api, 'map', ALBUM_PLACES.map).then((map) => (map.length > 0 ? map : loadAlbum(api, 'about', ALBUM_PLACES.map))),
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
      {failures.past ? <FailedList title={t('past_events')} failure={failures.past} /> : <PastStrip events={past} />}
      <Promos />
      <AboutTeaser pictures={pictures} next={shown.filter((event) => eventTiming(event, now) === 'starting_soon').slice(0, DATES)} />
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
    days: openingDays(site.opening, t),
    times: openingTimes(site.opening),
  }),
  path: paths.home,
  ...(import.meta.env.SSR && { jsonLd: clubJsonLd(site, language) }),
});

/** The top of the home page when no event is announced: the club's name and its opening hours. */
export function QuietHero() {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const opening = useOpening();
  const name = siteName(useSite(), language);
  return (
    <section className="flex min-h-80 flex-col justify-end gap-6 px-5 py-10 desktop:min-h-120 desktop:px-10">
      <FittedText as="h1" className="type-display-xl">
        {name}
      </FittedText>
      <p className="type-lead">
        {openingDaysShort(opening, t)} <span className="type-tabular">{openingTimes(opening)}</span>
      </p>
    </section>
  );
}

type AboutTeaserProps = { pictures: readonly GalleryImageView[]; next?: readonly EventView[] };

/** The club in a few lines with the link to the gallery, the next dates, and the map, which leads to the way there. */
export function AboutTeaser({ pictures, next }: AboutTeaserProps) {
  const { t } = useTranslation('home');
  const { t: tCommon } = useTranslation();
  const { language } = useLanguage();
  const { capacity: count } = useSite();
  const opening = useOpening();
  const { from, to } = opening;
  return (
    // Browsers fetch a phone's pictures from 2,500 px away; these wait until the visitor scrolls.
    <section className="grid gap-8 px-5 py-12 max-tablet:[contain-intrinsic-block-size:auto_44rem] max-tablet:[content-visibility:auto] desktop:grid-cols-2 desktop:gap-12 desktop:px-10 desktop:py-18">
      <div className="flex flex-col items-start gap-6">
        <FittedText as="h2" className="type-display-m">
          {t('about.title')}
        </FittedText>
        <p className="type-lead type-measure">{t('about.text', { days: openingDays(opening, tCommon), from, to, count })}</p>
        <LinkButton to={paths.gallery} look="secondary">
          {t('about.gallery')}
        </LinkButton>
      </div>
      <Link to={`${paths.about}#place`} className="group flex flex-col gap-3">
        {picturesIn(pictures, language).map((picture) => (
          <Picture key={picture.src} picture={picture} sizes="(width >= 64rem) 42vw, 100vw" className="aspect-2/1" />
        ))}
        <div className="flex flex-wrap items-center justify-between gap-x-6">
          <Place hasRoom={false} />
          <span className="inline-flex min-h-11 items-center gap-2 font-semibold group-hover:underline">
            {t('about.way')}
            <ArrowRight size={20} />
          </span>
        </div>
      </Link>
      {next && next.length > 0 && <NextDates events={next} />}
    </section>
  );
}

/** The next dates as one line of a calendar. */
function NextDates({ events }: { events: readonly EventView[] }) {
  const { t } = useTranslation(['common', 'events']);
  return (
    <ol
      aria-label={t('events:upcoming')}
      className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,5.5rem),1fr))] border-b border-hairline desktop:col-span-2"
    >
      {events.map((event) => (
        <li key={event.id} {...paint(eventTheme(event.id))} className="@container border-t border-hairline">
          <Link to={paths.event(event.id)} className="group flex h-full flex-col gap-x-4 gap-y-2 py-4 tablet:flex-row tablet:items-center">
            <span aria-hidden="true" className="type-numeral text-accent [--cap:2.75rem] desktop:[--cap:4rem]">
              <DayText at={event.startDate} />
            </span>
            <span className="type-meta min-w-0 group-hover:underline">
              <span aria-hidden="true" className="phone:hidden">
                {weekdayText(event.startDate, t).slice(0, SHORT_WEEKDAY)}
              </span>
              <span className="max-phone:sr-only">
                <WeekdayText at={event.startDate} />
              </span>
              <span className="sr-only">
                , <DateText at={event.startDate} />
              </span>
              <br />
              <TimeText at={event.startDate} />
            </span>
          </Link>
        </li>
      ))}
    </ol>
  );
}

/** Two blocks side by side: rentals and DJ requests. */
export function Promos() {
  return (
    <div className="grid tablet:grid-cols-2">
      <Promo kind="rent" to={paths.rentals} />
      <Promo kind="play" to={paths.djs} />
    </div>
  );
}

function Promo({ kind, to }: { kind: 'rent' | 'play'; to: string }) {
  const { t } = useTranslation('home');
  const { capacity: count } = useSite();
  return (
    <section {...paint(themeOf(paletteOf(promoSets[kind])))} className="@container">
      <Link
        to={to}
        className="paper group grid h-full min-h-64 grid-cols-[minmax(0,1fr)_40%] @max-[18rem]:grid-cols-1 desktop:min-h-90 desktop:grid-cols-[minmax(0,1fr)_46%]"
      >
        <div className="flex flex-col justify-between gap-6 p-5 pe-4 desktop:py-8 desktop:ps-10 desktop:pe-6">
          <FittedText as="h2" className="type-display-m">
            {t(`${kind}.title`)}
          </FittedText>
          <div>
            <p className="font-medium">{t(`${kind}.text`, { count })}</p>
            <ArrowRight className="mt-4" />
          </div>
        </div>
        <div className="relative @max-[18rem]:min-h-64">
          <Poster src={coverUrl(promoCovers[kind], '4x5')} {...coverRatios['4x5']} className="absolute inset-0 h-full" />
        </div>
      </Link>
    </section>
  );
}
