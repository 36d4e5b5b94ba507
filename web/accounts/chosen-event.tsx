import type { EventView } from '#shared/events/events.contract.ts';
import { eventName } from '#shared/events/timing.ts';
import { coverState } from '#shared/media/cover-state.ts';
import { coverRatios, coverUrl, eventTheme } from '#shared/media/covers.ts';
import { api } from '#web/lib/browser-api.ts';
import { useHydrated } from '#web/lib/hydration.ts';
import { useNow } from '#web/lib/now.tsx';
import { paint } from '#web/lib/paint.ts';
import { perPerson } from '#web/lib/per-person.ts';
import { usePhoto } from '#web/lib/pictures.ts';
import { returnTo } from '#web/lib/return-to.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { useLoad } from '#web/lib/use-load.ts';
import { Poster } from '#web/ui/picture.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { DateText, Money, WeekdayText } from '#web/ui/value-text.tsx';

/** The event whose ticket a visitor must log in for; undefined if it cannot be fetched. */
export function useChosenEvent(): EventView | undefined {
  const back = useHydrated() ? returnTo() : undefined;
  const id = back?.page === 'event' ? Number(/\d+/.exec(back.path)?.[0]) : undefined;
  return useLoad(id === undefined ? undefined : (signal) => api.events.get({ id }, { signal }), [id]).data;
}

type WhyAccountProps = { page: 'login' | 'register'; chosen: EventView | undefined };

/** The chosen event with its price, and why its ticket needs an account; without an event, registration shows only the reason. */
export function WhyAccount({ page, chosen }: WhyAccountProps) {
  const { t } = useTranslation(['common', 'accounts']);
  if (!chosen && page === 'login') return null;
  return (
    <section
      aria-label={t('accounts:why.title')}
      {...(chosen && paint(eventTheme(chosen.id)))}
      className="flex flex-col gap-4 border-s-4 border-accent bg-surface-1 p-5"
    >
      {chosen && (
        <div className="flex flex-wrap items-start gap-5">
          <ChosenPoster event={chosen} />
          <ChosenLines event={chosen} />
        </div>
      )}
      <div className="flex flex-col gap-2">
        <p>{[t('accounts:why.person'), ...perPerson(chosen?.ticketsPerPerson ?? 0, t)].join(' ')}</p>
        {page === 'register' && <p>{t('accounts:why.looked_at')}</p>}
        {chosen && <p>{t('accounts:why.saved')}</p>}
      </div>
    </section>
  );
}

export function ChosenPoster({ event }: { event: EventView }) {
  const now = useNow();
  const { photo, watch } = usePhoto(event);
  return (
    <Poster
      {...watch}
      src={photo ?? coverUrl(event.id, '4x5', coverState(event, now))}
      {...coverRatios['4x5']}
      className="h-25! w-20! shrink-0"
    />
  );
}

export function ChosenLines({ event }: { event: EventView }) {
  const { language } = useLanguage();
  const price = event.baskets[0]?.price ?? 0;
  return (
    <div className="flex min-w-[min(100%,8rem)] flex-1 flex-col gap-1">
      <p dir="auto" className="text-[1.25rem] leading-7 font-semibold wrap-anywhere">
        {eventName(event, language)}
      </p>
      <p className="type-meta">
        <WeekdayText at={event.startDate} />, <DateText at={event.startDate} />
      </p>
      {price > 0 && (
        <p className="font-semibold">
          <Money gel={price} />
        </p>
      )}
    </div>
  );
}
