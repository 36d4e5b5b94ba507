import ArrowRight from 'lucide-react/icons/arrow-right';
import { Link, useLoaderData, useRouteError } from 'react-router';
import type { Api } from '#shared/api.ts';
import { HOME_PAST_COUNT, HOME_UPCOMING_COUNT } from '#shared/constants.ts';
import { isUpcoming, nextEvent } from '#shared/events/timing.ts';
import type { GalleryImageView } from '#shared/gallery/gallery.contract.ts';
import { coverRatios, coverUrl, promoCovers, promoSets, paletteOf, themeOf } from '#shared/media/covers.ts';
import { openingDays, openingDaysShort, openingTimes } from '#shared/opening.ts';
import { paths } from '#shared/paths.ts';
import { NowPlaying, PastStrip, UpcomingSection } from '#web/events/home-sections.tsx';
import { FailedList, ListError, asEvents, eventsIn, failureIn } from '#web/event-list/answers.tsx';
import { NextEventHero } from '#web/events/next-event-hero.tsx';
import { clubJsonLd, siteName } from '#web/lib/meta.ts';
import type { Meta } from '#web/lib/page.ts';
import { paint } from '#web/lib/paint.ts';
import { loadAlbum, picturesIn } from '#web/lib/pictures.ts';
import { useNow } from '#web/lib/now.tsx';
import { useOpening, useSite } from '#web/lib/site.tsx';
import { useLanguage } from '#web/lib/use-language.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { Picture, Poster } from '#web/ui/picture.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

const TEASER_PICTURES = 2;

export async function loader(api: Api) {
  const [lists, pictures] = await Promise.all([
    // One failed list does not hide the others.
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

/** Landscape pictures are drawn wider than the portrait boxes they fill. */
const sizes = '(width >= 64rem) 36vw, 85vw';

/** The club in two pictures and a few lines, with the link to the gallery. */
export function AboutTeaser({ pictures }: { pictures: readonly GalleryImageView[] }) {
  const { t } = useTranslation('home');
  const { t: tCommon } = useTranslation();
  const { language } = useLanguage();
  const { capacity: count } = useSite();
  const opening = useOpening();
  const { from, to } = opening;
  return (
    // Browsers fetch a phone's pictures from 2,500 px away; these wait until the visitor scrolls.
    <section className="grid gap-8 px-5 py-12 max-tablet:[contain-intrinsic-block-size:auto_41rem] max-tablet:[content-visibility:auto] desktop:grid-cols-2 desktop:gap-12 desktop:px-10 desktop:py-18">
      <div className="flex flex-col items-start gap-6">
        <FittedText as="h2" className="type-display-m">
          {t('about.title')}
        </FittedText>
        <p className="type-lead type-measure">{t('about.text', { days: openingDays(opening, tCommon), from, to, count })}</p>
        <LinkButton to={paths.gallery} look="secondary">
          {t('about.gallery')}
        </LinkButton>
      </div>
      <div className="grid grid-cols-2 gap-1">
        {picturesIn(pictures, language).map((picture) => (
          <Picture key={picture.src} picture={picture} sizes={sizes} className="aspect-4/5" />
        ))}
      </div>
    </section>
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
    <section {...paint(themeOf(paletteOf(promoSets[kind])))}>
      <Link
        to={to}
        className="paper group grid h-full min-h-64 grid-cols-[minmax(0,1fr)_40%] desktop:min-h-90 desktop:grid-cols-[minmax(0,1fr)_46%]"
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
        <div className="relative">
          <Poster src={coverUrl(promoCovers[kind], '4x5')} {...coverRatios['4x5']} className="absolute inset-0 h-full" />
        </div>
      </Link>
    </section>
  );
}
