import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { type Language, LANGUAGES } from '#shared/constants.ts';
import type { EventView } from '#shared/events/events.contract.ts';
import { eventText } from '#shared/events/event-texts.ts';
import { eventName } from '#shared/events/timing.ts';
import { eventTheme } from '#shared/media/covers.ts';
import { shareImageSize } from '#shared/sharing/addresses.ts';
import type { StaffEventView } from '#shared/staff/events.contract.ts';
import { Description } from '#web/events/description.tsx';
import { EventCard } from '#web/event-list/event-card.tsx';
import { EventHero } from '#web/events/event-hero.tsx';
import { LineUp } from '#web/event-list/line-up.tsx';
import { api } from '#web/lib/browser-api.ts';
import { paint } from '#web/lib/paint.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { fetchTranslator } from '#web/staff/components/preview-parts.tsx';
import { staffApi } from '#web/staff/staff-api.ts';
import { Segments } from '#web/staff/ui/choices.tsx';
import { TranslatorProvider, useTranslation } from '#web/ui/translation.tsx';
import { hasOwnCover, previewEvent, type TypedEvent } from './typed-event.ts';

const PARTS = ['card', 'page', 'share'] as const;
type Part = (typeof PARTS)[number];

type EventPreviewProps = {
  typed: TypedEvent;
  saved?: StaffEventView;
  /** A photo that is not sent yet. */
  photoUrl?: string | undefined;
};

/** The event as visitors will see it, updated while typing, in either language. It is inert: nothing in it can be used. */
export function EventPreview({ typed, saved, photoUrl }: EventPreviewProps) {
  const { t } = useTranslation(['common', 'staff-events', 'staff']);
  const { language: spoken } = useLanguage();
  const [language, setLanguage] = useState<Language>(spoken);
  const [part, setPart] = useState<Part>('card');
  const { data } = useQuery({
    queryKey: ['public-event', saved?.id],
    queryFn: ({ signal }) => api.events.get({ id: saved?.id ?? 0 }, { signal }),
    enabled: hasOwnCover(saved),
  });
  const shown = previewEvent(typed, saved, data && { baskets: data.baskets, soldTenths: data.soldTenths });
  const event = photoUrl === undefined ? shown : { ...shown, eventPhotoUrl: photoUrl };
  return (
    <section aria-label={t('staff:preview')} className="flex min-w-0 flex-col gap-4 desktop:sticky desktop:top-5 desktop:self-start">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segments
          label={t('staff-events:preview.part')}
          value={part}
          choices={PARTS.map((each) => ({ value: each, text: t(`staff-events:preview.${each}`) }))}
          onChange={(chosen) => setPart(chosen)}
        />
        <Segments
          label={t('staff:preview_language')}
          value={language}
          choices={LANGUAGES.map((each) => ({ value: each, text: t(`languages.${each}`) }))}
          onChange={(chosen) => setLanguage(chosen)}
        />
      </div>
      <InLanguage language={language}>
        <div inert {...paint(eventTheme(event.id))}>
          {part === 'card' && (
            <div className="max-w-72">
              <EventCard event={event} />
            </div>
          )}
          {part === 'page' && <PageHead event={event} />}
          {part === 'share' && <SharePreview event={shown} />}
        </div>
      </InLanguage>
    </section>
  );
}

function PageHead({ event }: { event: EventView }) {
  const { language } = useLanguage();
  return (
    <div className="overflow-hidden border border-hairline">
      <div className="text-[1rem] leading-6 desktop:w-300 desktop:[zoom:0.4]">
        <EventHero event={event} name={eventName(event, language)} />
        <div className="flex flex-col gap-8 p-5 desktop:p-10">
          <LineUp event={event} isToCome />
          <Description text={eventText(event, 'description', language)} />
        </div>
      </div>
    </div>
  );
}

/** Shows its children in this language, whatever the console's is. */
function InLanguage({ language, children }: { language: Language; children: ReactNode }) {
  const { translator: own } = useTranslation();
  const { data: other } = useQuery({
    queryKey: ['preview-translator', language],
    queryFn: () => fetchTranslator(language, ['common', 'events']),
    enabled: language !== own.language,
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
  });
  const translator = other ?? own;
  return (
    <TranslatorProvider value={translator}>
      <div lang={translator.language}>{children}</div>
    </TranslatorProvider>
  );
}

const PAUSE_MS = 600;

/** The image of a shared link, rendered by the server a moment after the last change. */
function SharePreview({ event }: { event: EventView }) {
  const { t } = useTranslation(['common', 'staff-events']);
  const { language } = useLanguage();
  const { id, name, nameLat, startDate, endDate, eventPhotoUrl, isCancelled } = event;
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const leaving = new AbortController();
    const body = { id, language, name, nameLat, startDate, endDate, eventPhotoUrl, isCancelled };
    const draw = () =>
      staffApi.sharePreview.draw({ body }, { signal: leaving.signal }).then(
        (drawn) => setUrl(drawn.url),
        () => undefined,
      );
    const timer = setTimeout(() => void draw(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [id, language, name, nameLat, startDate, endDate, eventPhotoUrl, isCancelled]);
  if (url === undefined) return <p className="text-muted">{t('staff-events:preview.share_wait')}</p>;
  return <img src={url} alt={t('staff-events:preview.share_alt')} {...shareImageSize} className="h-auto w-full" />;
}
