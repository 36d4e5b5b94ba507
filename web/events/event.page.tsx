import { useTranslation } from 'react-i18next';
import { useLoaderData, useNavigate, useRevalidator, useRouteError } from 'react-router';
import type { Api } from '#shared/api.ts';
import { dateText, timeText } from '#shared/dates.ts';
import { ApiError } from '#shared/errors.ts';
import type { EventView } from '#shared/events/event.views.ts';
import { eventText } from '#shared/events/event-texts.ts';
import { eventName } from '#shared/events/timing.ts';
import { paths } from '#shared/paths.ts';
import { shareImageUrl } from '#shared/sharing/addresses.ts';
import { rememberReturnTo } from '#web/lib/return-to.ts';
import { errorText } from '#web/lib/error-text.ts';
import { useNow } from '#web/lib/now.tsx';
import { idIn, type LoadArgs, type Meta } from '#web/lib/page.ts';
import { shorten } from '#web/lib/shorten.ts';
import { statusOf } from '#web/lib/shown-screen.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { useSession } from '#web/lib/use-session.ts';
import { NotFound } from '#web/not-found/not-found.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { PageBody, PageTitle } from '#web/ui/page.tsx';
import { asEvent } from './answers.ts';
import { BuyCard } from './buy-card.tsx';
import { CalendarLink } from './calendar-link.tsx';
import { Description } from './description.tsx';
import { EventHero } from './event-hero.tsx';
import { eventJsonLd } from './event-json-ld.ts';
import { EventNight } from './event-night.tsx';
import { EventNotes } from './event-notes.tsx';
import { LineUp } from './line-up.tsx';
import { offerOf } from './offer.ts';
import { useBuying, type AddingOutcome } from './use-buying.ts';
import { useFreshEvent } from './use-fresh-event.ts';

export const loader = async (api: Api, { params }: LoadArgs) => asEvent(await api.events.get({ id: idIn(params) }));

/** The cart comes with the first click: nothing of it shows before. */
const addToCart = (event: EventView): Promise<AddingOutcome> =>
  import('#web/cart/cart.ts').then((cart) => cart.addToCart(event)).catch((error: unknown) => ({ kind: 'failed', error }));

export default function EventPage() {
  const event = useLoaderData<typeof loader>();
  // Another event is another purchase: nothing of the last one stays.
  return <EventContent key={event.id} event={event} />;
}

function EventContent({ event: loaded }: { event: EventView }) {
  const event = useFreshEvent(loaded);
  const { language } = useLanguage();
  const { isSignedIn } = useSession();
  const now = useNow();
  const navigate = useNavigate();
  const offer = offerOf(event, now);
  const isBuyable = offer.kind !== 'over' && offer.kind !== 'cancelled';
  const buying = useBuying(() => addToCart(event));
  const askForLogin = () => {
    rememberReturnTo(paths.event(event.id));
    void navigate(paths.login);
  };
  return (
    <article>
      <EventHero event={event} name={eventName(event, language)} />
      <div className="px-5 py-8 desktop:grid desktop:grid-cols-[minmax(0,1fr)_21.25rem] desktop:gap-x-14 desktop:gap-y-12 desktop:px-10 desktop:py-12">
        <EventNight event={event} className="mb-8 desktop:col-span-2 desktop:mb-0 min-[80rem]:col-span-1" />
        <div className="flex flex-col gap-10 desktop:col-start-1">
          <LineUp event={event} isToCome={isBuyable} />
          <Description text={eventText(event, 'description', language)} />
        </div>
        <aside className="mt-10 desktop:col-start-2 desktop:row-start-2 desktop:mt-0 min-[80rem]:row-span-2 min-[80rem]:row-start-1">
          <div className="bg-surface-1 desktop:sticky desktop:top-10">
            <BuyCard
              offer={offer}
              isVerifiedOnly={event.isVerifiedOnly}
              isSignedIn={isSignedIn}
              buying={isSignedIn ? buying : { ...buying, add: askForLogin }}
            />
            {isBuyable && <EventNotes dressCode={eventText(event, 'dressCode', language)} />}
            {isBuyable && (
              <p className="px-5 pb-3 desktop:px-7">
                <CalendarLink id={event.id} />
              </p>
            )}
          </div>
        </aside>
      </div>
    </article>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation(['common', 'events', 'errors']);
  const failure = useRouteError();
  const { revalidate } = useRevalidator();
  if (statusOf(failure) === 404)
    return (
      <NotFound title={t('events:not_found')} text={t('errors:event_not_found')} link={{ to: paths.allEvents, text: t('events:all') }} />
    );
  const message = failure instanceof ApiError ? errorText(failure, t) : t('events:failed.text');
  return (
    <PageBody className="flex flex-col gap-8">
      <PageTitle>{t('events:failed.title')}</PageTitle>
      <ErrorState message={message} onRetry={() => void revalidate()} />
    </PageBody>
  );
}

export const meta: Meta<typeof loader> = ({ data: event, t, language, site, now }) => {
  const name = eventName(event, language);
  const date = dateText(event.startDate, language, t);
  const fate = event.isCancelled ? `${t('events:cancelled')}. ` : '';
  const text = fate + eventText(event, 'description', language);
  return {
    title: name,
    description: text.trim() ? shorten(`${date}, ${timeText(event.startDate)}. ${text}`) : t('events:meta', { name, date }),
    path: paths.event(event.id),
    ...(import.meta.env.SSR && {
      image: { url: shareImageUrl(site, language, event), alt: `${name}, ${date}` },
      jsonLd: eventJsonLd(event, site, language, now),
    }),
  };
};
