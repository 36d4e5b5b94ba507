import Share from 'lucide-react/icons/share';
import type { EventView } from '#shared/events/events.contract.ts';
import { eventTiming } from '#shared/events/timing.ts';
import { coverState } from '#shared/media/cover-state.ts';
import { inLanguage } from '#shared/paths.ts';
import { toast } from '#web/lib/toast.ts';
import { HeroArt } from '#web/lib/hero-art.tsx';
import { useNow } from '#web/lib/now.tsx';
import { useLanguage } from '#web/lib/use-language.ts';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { Billing, DayBlock, Headliners, heroLines, Listen, TimingPill } from '#web/event-list/hero-parts.tsx';

/** The event's poster, its name as large as possible, and its date. */
export function EventHero({ event, name, isSoldOut }: { event: EventView; name: string; isSoldOut?: boolean }) {
  const now = useNow();
  const isRunning = eventTiming(event, now) === 'in_session';
  return (
    <header style={heroLines(name)} className="paper desktop:grid desktop:grid-cols-[min(32.5rem,42.2%)_minmax(0,1fr)]">
      <div className="desktop:relative desktop:min-h-[clamp(30rem,var(--view)*.58,40.625rem)]">
        <div className="desktop:absolute desktop:inset-0">
          <HeroArt event={event} wideRatio="4x5" narrowRatio="2x1" state={coverState(event, now)} isRunning={isRunning} />
        </div>
      </div>
      <div className="flex flex-col justify-between gap-5 p-5 desktop:relative desktop:gap-8 desktop:px-10 desktop:py-8">
        <div className="flex flex-col gap-5">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <TimingPill event={event} isSoldOut={isSoldOut} />
            <ShareButton title={name} />
          </div>
          <Billing event={event} />
          <Listen event={event} />
        </div>
        <div className="flex flex-col gap-5 desktop:gap-8">
          <FittedText as="h1" dir="auto" className="type-display-xl hero-name event-name">
            {name}
          </FittedText>
          <DayBlock event={event} />
          <Headliners event={event} className="type-lead" />
        </div>
      </div>
    </header>
  );
}

/**
 * Shares the page's address, in the language shown, by the device's share sheet, or copies it. On a wide screen it is in the lower corner,
 * because toasts cover the upper one.
 */
function ShareButton({ title }: { title: string }) {
  const { t } = useTranslation('events');
  const { language } = useLanguage();
  const share = async () => {
    const url = location.origin + inLanguage(location.pathname, language);
    try {
      if (canShare()) return await navigator.share({ title, url });
      await navigator.clipboard.writeText(url);
      toast.success(t('link_copied'));
    } catch (error) {
      // Closing the share sheet is no failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) toast.error(t('share_failed'));
    }
    return undefined;
  };
  return (
    <button
      type="button"
      onClick={() => void share()}
      className="-mx-1 inline-flex min-h-11 items-center gap-2 px-1 font-semibold hover:underline desktop:absolute desktop:end-10 desktop:bottom-6"
    >
      <Share size={20} />
      {t('share')}
    </button>
  );
}

/** Its type says that it is always there; many desktop browsers lack it. */
const canShare = (): boolean => Reflect.has(navigator, 'share');
