import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { MINUTE_MS } from '#shared/durations.ts';
import { Badge } from '#web/ui/badge.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { PLACE_ICONS } from './place-icons.ts';
import { partAt, type Part, type Place, placeAt, placesFor } from './places.ts';
import { OnlyWith, useMay } from './rights.tsx';
import { staffApi, staffPath } from './staff-api.ts';
import { Tip } from './ui/tooltip.tsx';

/** The state of a navigation that began in the console: it keeps Home from leading back to Tonight. */
export const FROM_CONSOLE = 'from-console';

/** The current place, if the user may open it. */
export function useCurrentPlace(): Place | undefined {
  const name = placeAt(useLocation().pathname);
  return placesFor(useMay()).find((place) => place.name === name);
}

const LINE =
  'flex items-center gap-3 rounded-control text-muted hover:bg-surface-2 hover:text-text focus-visible:-outline-offset-3 focus-visible:shadow-none aria-[current]:bg-surface-2 aria-[current]:font-semibold aria-[current]:text-text';

type PlaceLinksProps = {
  /** `open`: the current place shows its parts; `all`: every place does; `icons`: none, and places have no words. */
  look: 'open' | 'all' | 'icons';
  onFollow?: () => void;
};

/** The places that the user may open. */
export function PlaceLinks({ look, onFollow }: PlaceLinksProps) {
  const { t } = useTranslation('staff');
  const may = useMay();
  const current = placeAt(useLocation().pathname);
  return (
    <nav aria-label={t('nav.label')}>
      <ul className="flex flex-col gap-0.5">
        {placesFor(may).map((place) => {
          const Icon = PLACE_ICONS[place.name];
          const name = t(`nav.${place.name}`);
          const hasParts = look === 'all' || (look === 'open' && place.name === current);
          return (
            <li key={place.name}>
              <Tip text={look === 'icons' ? name : undefined}>
                <Link
                  to={staffPath(place.path)}
                  state={FROM_CONSOLE}
                  aria-current={place.name === current ? (place.parts.length > 0 && hasParts ? 'true' : 'page') : undefined}
                  onClick={onFollow}
                  className={classNames(LINE, 'min-h-11 px-3 desktop:min-h-10', look === 'icons' && 'justify-center')}
                >
                  <Icon size={20} aria-hidden className="shrink-0" />
                  <span className={look === 'icons' ? 'sr-only' : undefined}>{name}</span>
                  {!hasParts && look !== 'icons' && <Waiting of={place.name} />}
                </Link>
              </Tip>
              {hasParts && place.parts.length > 1 && <PartLinks parts={place.parts} onFollow={onFollow} />}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

function PartLinks({ parts, onFollow }: { parts: readonly Part[]; onFollow: (() => void) | undefined }) {
  const { t } = useTranslation('staff');
  const here = partAt(useLocation().pathname, parts);
  return (
    <ul className="mb-2 flex flex-col">
      {parts.map((part) => (
        <li key={part.name}>
          <Link
            to={staffPath(part.path)}
            aria-current={part === here ? 'page' : undefined}
            onClick={onFollow}
            className={classNames(LINE, 'min-h-11 pe-3 ps-11 desktop:min-h-8')}
          >
            {t(`nav.${part.name}`)}
            <Waiting of={part.name} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The parts of the current place in one line, where the sidebar does not show them. */
export function PartLine({ isOnDesktop }: { isOnDesktop: boolean }) {
  const { t } = useTranslation('staff');
  const { pathname } = useLocation();
  const place = useCurrentPlace();
  const here = place && partAt(pathname, place.parts);
  // A record inside a part has its own way back.
  if (!place || !here || place.parts.length < 2 || RECORD.test(pathname)) return null;
  return (
    <nav
      aria-label={t(`nav.${place.name}`)}
      className={classNames('no-print relative -mx-5 mb-2 overflow-x-auto px-5', !isOnDesktop && 'desktop:hidden')}
    >
      <ul className="flex gap-x-5">
        {place.parts.map((part) => (
          <li key={part.name}>
            <Link
              to={staffPath(part.path)}
              ref={part === here ? showInLine : undefined}
              aria-current={part === here ? 'page' : undefined}
              className="inline-flex min-h-11 min-w-11 items-center gap-2 border-b-2 border-transparent whitespace-nowrap text-muted hover:text-text focus-visible:-outline-offset-3 focus-visible:shadow-none aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-text"
            >
              {t(`nav.${part.name}`)}
              <Waiting of={part.name} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The line may be wider than a phone: its current part is seen, and the page does not move. */
function showInLine(link: HTMLElement | null): void {
  const line = link?.closest('nav');
  if (link && line) line.scrollLeft = link.offsetLeft - (line.clientWidth - link.offsetWidth) / 2;
}

const RECORD = /\/\d+$/;

/** How much waits at a place or part. */
function Waiting({ of }: { of: string }) {
  const { pathname } = useLocation();
  if (of === 'guests' || of === 'verification')
    return (
      <OnlyWith right="guests.decide">
        <GuestsWaiting />
      </OnlyWith>
    );
  if (of === 'site' || of === 'inbox')
    return (
      <OnlyWith right="enquiries.answer">
        <NewRequests key={pathname} />
      </OnlyWith>
    );
  return null;
}

/** How many guests wait for a decision, fetched again every minute. */
export function GuestsWaiting() {
  const { t } = useTranslation('staff');
  const { data } = useQuery({
    queryKey: ['guest-counts'],
    queryFn: ({ signal }) => staffApi.guests.counts({}, { signal }),
    refetchInterval: MINUTE_MS,
  });
  const waiting = data?.Pending ?? 0;
  return waiting > 0 && <Badge count={waiting} label={t('badges.guests', { count: waiting })} />;
}

/** The number of new requests in the inbox, fetched again with every screen and every minute. */
function NewRequests() {
  const { t } = useTranslation('staff');
  const { data: counts } = useQuery({
    queryKey: ['enquiry-counts'],
    queryFn: ({ signal }) => staffApi.staffEnquiries.counts({}, { signal }),
    refetchInterval: MINUTE_MS,
  });
  const waiting = counts ? counts.rental.new + counts.dj.new : 0;
  return waiting > 0 && <Badge count={waiting} label={t('badges.enquiries', { count: waiting })} />;
}
