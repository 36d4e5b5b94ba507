import { Link, useLoaderData } from 'react-router';
import type { Api } from '#shared/api.ts';
import type { GalleryImageView } from '#shared/gallery/gallery.contract.ts';
import { ALBUM_PLACES } from '#shared/gallery/pictures.ts';
import { dayAfter, type Opening, openingDays, openingTimes } from '#shared/opening.ts';
import { paths } from '#shared/paths.ts';
import { siteName } from '#web/lib/meta.ts';
import type { Meta } from '#web/lib/page.ts';
import { loadAlbum, picturesIn } from '#web/lib/pictures.ts';
import { Place } from '#web/lib/place.tsx';
import { Prose, ProseColumn } from '#web/lib/prose.tsx';
import { useOpening, useSite } from '#web/lib/site.tsx';
import { useLanguage } from '#web/lib/use-language.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { axisColumns, HourAxis } from '#web/ui/hour-axis.tsx';
import { PageBody, PageTitle } from '#web/ui/page.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

export async function loader(api: Api) {
  const [images, [map]] = await Promise.all([loadAlbum(api, 'about', ALBUM_PLACES.about), loadAlbum(api, 'map', ALBUM_PLACES.map)]);
  return { images, map };
}

export default function AboutPage() {
  const { images, map } = useLoaderData<typeof loader>();
  const { t } = useTranslation(['common', 'pages']);
  const { language } = useLanguage();
  return (
    <PageBody className="flex flex-col gap-10 desktop:gap-14">
      <PageTitle>{t('pages:about.title')}</PageTitle>
      <AboutTexts map={map} />
      {images.length > 0 && (
        <div className="grid gap-1 tablet:auto-cols-fr tablet:grid-flow-col">
          {picturesIn(images, language).map((picture) => (
            <Picture key={picture.src} picture={picture} sizes="(width >= 48rem) 50vw, 100vw" className="aspect-3/2" />
          ))}
        </div>
      )}
      <div>
        <LinkButton to={paths.gallery} look="secondary">
          {t('pages:about.gallery')}
        </LinkButton>
      </div>
    </PageBody>
  );
}

/** The club's texts, map, address, way home and opening hours; what the club has not written is left out. */
export function AboutTexts({ map }: { map?: GalleryImageView | undefined }) {
  const { t } = useTranslation(['common', 'pages']);
  const { language } = useLanguage();
  const site = useSite();
  const lead = t('pages:about.lead');
  const texts = [t('pages:about.p1', { name: siteName(site, language) }), t('pages:about.p2', { count: site.capacity })];
  return (
    <>
      {lead !== '' && (
        <FittedText as="p" className="type-display-s">
          {lead}
        </FittedText>
      )}
      <div className="grid gap-6 desktop:grid-cols-2 desktop:gap-1">
        {texts
          .filter((text) => text !== '')
          .map((text) => (
            <ProseColumn key={text} text={text} />
          ))}
      </div>
      <section aria-labelledby="place" className="flex flex-col gap-6">
        <FittedText as="h2" id="place" className="type-display-s">
          {t('pages:about.place')}
        </FittedText>
        {map &&
          picturesIn([map], language).map((picture) => (
            <Picture
              key={picture.src}
              picture={picture}
              sizes="100vw"
              className="max-h-[80vh] [&>img]:object-contain"
              style={{ aspectRatio: `${picture.width} / ${picture.height}` }}
            />
          ))}
        <div className="grid grid-cols-1 gap-8 desktop:grid-cols-3 desktop:gap-10">
          <Where />
          <Note title={t('pages:about.way_home_title')} text={t('pages:about.way_home')} />
          <Note title={t('pages:about.access_title')} text={t('pages:about.access')} />
        </div>
      </section>
      <section aria-labelledby="hours" className="flex flex-col items-start gap-6">
        <FittedText as="h2" id="hours" className="type-display-s">
          {t('pages:about.hours')}
        </FittedText>
        <OpeningRuler />
      </section>
    </>
  );
}

const linkClass = 'link inline-flex min-h-11 items-center font-semibold';

/** The address in large type, with links that help to find it. */
function Where() {
  const { t } = useTranslation(['common', 'pages']);
  const { language } = useLanguage();
  const site = useSite();
  const address = language === 'ka' ? site.addressKa : site.address;
  const place = `${siteName(site, language)}, ${address}`;
  return (
    <div className="flex flex-col items-start gap-3">
      <div className="w-full [&_address]:text-[1.5rem] [&_address]:leading-8 [&_address]:font-semibold [&_address]:wrap-anywhere [&_p]:mt-2 [&_p]:text-[1rem] [&_p]:leading-6 [&_p]:font-normal">
        <Place />
      </div>
      <a
        href={`https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: place })}`}
        rel="noopener"
        className={linkClass}
      >
        {t('pages:about.to_map')}
      </a>
      <Link to={`${paths.terms}#rules`} className={linkClass}>
        {t('pages:about.rules_link')}
      </Link>
    </div>
  );
}

/** Renders nothing while the club has written no text. */
function Note({ title, text }: { title: string; text: string }) {
  if (text === '') return null;
  return (
    <div className="flex flex-col gap-3">
      <h3 className="text-[1.125rem] font-bold">{title}</h3>
      <Prose text={text} />
    </div>
  );
}

export const meta: Meta<typeof loader> = ({ t, site }) => ({
  title: t('pages:about.title'),
  description: t('pages:about.meta', {
    count: site.capacity,
    days: openingDays(site.opening, t),
    times: openingTimes(site.opening),
  }),
  path: paths.about,
});

/** The opening hours on the axis of an event ruler: a row for each opening day. */
export function OpeningRuler() {
  const { t } = useTranslation();
  const opening = useOpening();
  const { begins, hours: count } = openingAxis(opening);
  const hours = Array.from({ length: count + 1 }, (_, place) => ({
    text: String((begins + place) % 24).padStart(2, '0'),
    line: 1 + place,
  }));
  const isOvernight = opening.to <= opening.from;
  return (
    <div style={axisColumns(count)} className="w-full">
      <HourAxis hours={hours} columns={count} className="tablet:ms-30" />
      <ol className="border-b border-hairline">
        {opening.days.map((day) => (
          <li key={day} className="border-t border-hairline py-[5px] tablet:flex">
            <span className="type-label flex shrink-0 items-center py-2 text-muted tablet:w-30 tablet:py-0">{t(`weekdays.${day}`)}</span>{' '}
            <span className="type-tabular flex min-h-10.5 grow flex-wrap items-center justify-between gap-x-4 bg-surface-2 px-3 text-[0.9375rem]">
              <span className="font-bold">{opening.from}</span>{' '}
              <span>
                <span className="sr-only">– </span>
                {t(`weekdays.${isOvernight ? dayAfter(day) : day}`)}, {opening.to}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The axis of the opening hours in whole hours: the first hour and how many there are. */
function openingAxis({ from, to }: Opening): { begins: number; hours: number } {
  const [begins, ends] = [hourOf(from), Math.ceil(minutesOf(to) / 60)];
  return { begins, hours: ends > begins ? ends - begins : ends + 24 - begins };
}

const minutesOf = (time: string): number => hourOf(time) * 60 + Number(time.slice(3, 5));
const hourOf = (time: string): number => Number(time.slice(0, 2));
