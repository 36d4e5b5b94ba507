import { useQuery } from '@tanstack/react-query';
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { FLOORS, type Language, LANGUAGES, STATUSES } from '#shared/constants.ts';
import type { EventView } from '#shared/events/events.contract.ts';
import { withTexts } from '#shared/site-texts/club-data.ts';
import { type TextGroup, type TextLanguage } from '#shared/site-texts/site-texts.ts';
import { withWritten } from '#shared/site-texts/written-texts.ts';
import { ALL_TENTHS } from '#shared/media/cover-state.ts';
import { LineUp } from '#web/event-list/line-up.tsx';
import { OpeningHours, SocialLinks } from '#web/layout/company.tsx';
import { ContactBlock } from '#web/lib/enquiry-form.tsx';
import { Place } from '#web/lib/place.tsx';
import { SiteProvider, useSite } from '#web/lib/site.tsx';
import { useLanguage } from '#web/lib/use-language.ts';
import { StatusText } from '#web/staff/guests/guest-facts.tsx';
import { fetchTranslator } from '#web/staff/components/preview-parts.tsx';
import { sampleHours } from '#web/staff/components/sample-hours.ts';
import { Segments } from '#web/staff/ui/choices.tsx';
import { TranslatorProvider, useTranslation } from '#web/ui/translation.tsx';
import { createTranslator, type Translator } from '#web/ui/translator.ts';
import { LookPart } from './look-preview.tsx';

/** A text as typed. */
type Typed = { key: string; language: TextLanguage; value: string };

/** A part of a page, fetched with the page's own file, so that visitors' files do not change. */
const partOf = <Page,>(load: () => Promise<Page>, part: (page: Page) => ComponentType) =>
  lazy(async () => ({ default: part(await load()) }));
const homePage = () => import('#web/home/home.page.tsx');
const QuietHero = partOf(homePage, (page) => page.QuietHero);
const Promos = partOf(homePage, (page) => page.Promos);
const HouseTeaser = partOf(homePage, ({ AboutTeaser }) => () => <AboutTeaser pictures={[]} />);
const AboutTexts = partOf(
  () => import('#web/about/about.page.tsx'),
  (page) => page.AboutTexts,
);
const RentalsTexts = partOf(
  () => import('#web/rentals/rentals.page.tsx'),
  (page) => page.RentalsTexts,
);
const DjsTexts = partOf(
  () => import('#web/djs/djs.page.tsx'),
  (page) => page.DjsTexts,
);
const TermsPage = partOf(
  () => import('#web/terms/terms.page.tsx'),
  (page) => page.default,
);

/** Groups of texts that visitors see; the defaults of new events are for staff alone. */
const parts: Partial<Record<TextGroup, ComponentType<{ texts: readonly Typed[] }>>> = {
  club: ClubPart,
  look: LookPart,
  house: HousePart,
  statuses: StatusPart,
  home: HomePart,
  about: () => <Padded>{<AboutTexts />}</Padded>,
  rentals: () => <Padded>{<RentalsTexts />}</Padded>,
  djs: () => <Padded>{<DjsTexts />}</Padded>,
  terms: TermsPage,
};

/** The pages' own parts with the typed values, in either language. They are inert: nothing in them can be used. */
export function SitePreview({ group, texts }: { group: TextGroup; texts: readonly Typed[] }) {
  const { t } = useTranslation(['common', 'staff-site-content', 'staff']);
  const { language: spoken } = useLanguage();
  const [language, setLanguage] = useState<Language>(spoken);
  const Part = parts[group];
  if (!Part) return null;
  return (
    <section aria-label={t('staff:preview')} className="flex min-w-0 flex-col gap-3 desktop:sticky desktop:top-5 desktop:self-start">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-semibold">{t('staff:preview')}</h2>
        <Segments
          label={t('staff:preview_language')}
          value={language}
          choices={LANGUAGES.map((each) => ({ value: each, text: t(`languages.${each}`) }))}
          onChange={(chosen) => setLanguage(chosen)}
        />
      </div>
      <section
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reached by the keyboard
        tabIndex={0}
        aria-label={t('staff-site-content:preview_part')}
        className="overflow-auto border border-hairline desktop:max-h-[calc(100dvh-8rem)]"
      >
        <TypedSite language={language} texts={texts}>
          <div inert aria-hidden="true" className="desktop:w-200 desktop:[zoom:0.6]">
            <Suspense>
              <Part texts={texts} />
            </Suspense>
          </div>
        </TypedSite>
      </section>
    </section>
  );
}

const NAMESPACES = ['common', 'events', 'home', 'pages', 'accounts', 'terms'] as const;

/** Shows its children with these texts, in this language. */
function TypedSite({ language, texts, children }: { language: Language; texts: readonly Typed[]; children: ReactNode }) {
  const { t } = useTranslation(['common', 'staff-site-content']);
  const site = useSite();
  const { data: fetched, error } = useQuery({
    queryKey: ['preview-texts', language],
    queryFn: () => fetchTranslator(language, NAMESPACES),
    staleTime: Infinity,
    structuralSharing: false,
  });
  const translator = fetched && withTyped(fetched, texts);
  if (error) return <p className="p-5 text-muted">{t('staff-site-content:preview_failed')}</p>;
  if (translator?.language !== language) return <p className="p-5 text-muted">{t('loading')}</p>;
  return (
    <TranslatorProvider value={translator}>
      <SiteProvider site={withTexts(site, texts)}>
        <div lang={language}>{children}</div>
      </SiteProvider>
    </TranslatorProvider>
  );
}

function withTyped(fetched: Translator, texts: readonly Typed[]): Translator {
  const { language } = fetched;
  const written = withWritten(
    fetched.texts[language],
    texts.filter((text) => text.language === language),
  );
  return createTranslator(language, { ...fetched.texts, [language]: written });
}

const Padded = ({ children }: { children: ReactNode }) => <div className="flex flex-col gap-10 p-5">{children}</div>;

function ClubPart() {
  return (
    <>
      <QuietHero />
      <div className="flex flex-col gap-4 p-5">
        <OpeningHours />
        <Place />
        <SocialLinks />
        <ContactBlock />
      </div>
    </>
  );
}

const NAMES = ['Lela M.', 'OBERTON', 'Data Dzma', 'Mtkvari Dub'];

/** A line-up with an act on each stage, and the sentences about the club's capacity. */
function HousePart() {
  const { stages } = useSite();
  const { startDate, endDate } = sampleHours();
  const event: EventView = {
    id: 1,
    name: '',
    nameLat: '',
    description: '',
    descriptionLat: '',
    dressCode: '',
    dressCodeLat: '',
    startDate,
    endDate,
    eventPhotoUrl: null,
    baskets: [],
    soldTenths: ALL_TENTHS,
    isCancelled: false,
    isVerifiedOnly: false,
    ticketsPerPerson: 4,
    isAwaited: false,
    lineUps: FLOORS.slice(0, stages).map((floor, place) => {
      return { id: floor, floor, artistName: NAMES[place] ?? '', startTime: startDate, isHeaderLineUp: place === 0, soundUrl: null };
    }),
  };
  return (
    <>
      <Padded>
        <LineUp event={event} isToCome />
      </Padded>
      <HouseTeaser />
      <Promos />
    </>
  );
}

function HomePart() {
  return (
    <>
      <Promos />
      <HouseTeaser />
    </>
  );
}

function StatusPart() {
  const { t } = useTranslation('accounts');
  return (
    <Padded>
      {STATUSES.map((status) => (
        <div key={status} className="type-lead flex flex-col gap-2">
          <StatusText status={status} isBanned={false} />
          <p className="type-lead text-muted">{t(`status_meaning.${status}`)}</p>
        </div>
      ))}
    </Padded>
  );
}
