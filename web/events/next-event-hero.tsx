import ArrowRight from 'lucide-react/icons/arrow-right';
import { Link } from 'react-router';
import type { EventView } from '#shared/events/events.contract.ts';
import { eventName, eventTiming } from '#shared/events/timing.ts';
import { coverState } from '#shared/media/cover-state.ts';
import { paths } from '#shared/paths.ts';
import { useNow } from '#web/lib/now.tsx';
import { HeroArt } from '#web/lib/hero-art.tsx';
import { useLanguage } from '#web/lib/use-language.ts';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { countdown, isFarAway } from '#web/event-list/countdown.ts';
import { Billing, DayBlock, heroLines, Listen, TimingPill } from '#web/event-list/hero-parts.tsx';
import { PriceText, isOffSale, offerOf } from '#web/event-list/offer.tsx';

/** The next event on its own paper, at the top of the home page. Name and button link to its page. */
export function NextEventHero({ event }: { event: EventView }) {
  const { language } = useLanguage();
  const now = useNow();
  const to = paths.event(event.id);
  const name = eventName(event, language);
  return (
    <section
      aria-label={name}
      style={heroLines(name)}
      className="paper flex flex-col-reverse desktop:grid desktop:min-h-[clamp(30rem,72vh,45rem)] desktop:grid-cols-[minmax(0,1fr)_min(31.25rem,40.6%)]"
    >
      <div className="flex flex-col justify-between gap-4 px-5 pt-4 pb-5 desktop:gap-8 desktop:p-10 desktop:pt-8">
        <div className="flex flex-col gap-6">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <TimingPill event={event} />
            <TimeLeft event={event} />
          </div>
          <Billing event={event} />
          <Listen event={event} />
        </div>
        <div className="flex flex-col gap-4 desktop:gap-10">
          <Link to={to} className="block">
            <FittedText as="h1" dir="auto" className="type-display-xl hero-name">
              {name}
            </FittedText>
          </Link>
          <div className="flex flex-col gap-5 desktop:flex-row desktop:flex-wrap desktop:items-end desktop:justify-between">
            <DayBlock event={event} />
            <ToTickets event={event} to={to} />
          </div>
        </div>
      </div>
      <div className="desktop:relative">
        <div className="desktop:absolute desktop:inset-0">
          <HeroArt event={event} wideRatio="25x32" state={coverState(event, now)} isRunning={eventTiming(event, now) === 'in_session'} />
        </div>
      </div>
    </section>
  );
}

/** The time left; earlier than two days before the event the pill shows it instead. */
function TimeLeft({ event }: { event: EventView }) {
  const { t } = useTranslation('events');
  const now = useNow();
  const left = isFarAway(event, now) ? undefined : countdown(event, now);
  return left && <p className="font-semibold">{t(left.key, { count: left.count })}</p>;
}

function ToTickets({ event, to }: { event: EventView; to: string }) {
  const { t } = useTranslation('events');
  const offer = offerOf(event, useNow());
  return (
    <div className="flex flex-col gap-3 desktop:items-end">
      {isOffSale(offer) && <p className="font-semibold">{t(offer.kind)}</p>}
      <LinkButton to={to} look="paper" size="hero" className="w-full px-4! desktop:w-auto desktop:px-6!">
        {/* With large text the price is below. */}
        <span className="flex flex-wrap justify-center gap-x-3">
          {t(offer.kind === 'on_sale' ? 'get_ticket' : 'details')}
          {offer.kind === 'on_sale' && <PriceText gel={offer.price} />}
        </span>
        <ArrowRight size={20} className="hidden desktop:block" />
      </LinkButton>
    </div>
  );
}
