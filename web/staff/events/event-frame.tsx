import Check from 'lucide-react/icons/check';
import OctagonX from 'lucide-react/icons/octagon-x';
import PencilLine from 'lucide-react/icons/pencil-line';
import { queryOptions, useQuery } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { Link } from 'react-router';
import { dateText, timeText } from '#shared/dates.ts';
import { eventName } from '#shared/events/timing.ts';
import { paths } from '#shared/paths.ts';
import type { StaffEventRow, StaffEventView } from '#shared/staff/events.contract.ts';
import type { Right } from '#shared/staff/rights.ts';
import { errorText } from '#web/lib/error-text.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { OnlyWith, useMay } from '#web/staff/rights.tsx';
import { staffApi, staffPath } from '#web/staff/staff-api.ts';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { Tabs } from '#web/staff/ui/tabs.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { DateText, HoursText, WeekdayText } from '#web/ui/value-text.tsx';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';

type EventFrameProps = { event: StaffEventView; tab: EventTab; end?: ReactNode; children: ReactNode };

export const eventPaths = {
  list: staffPath('events'),
  new: staffPath('events/new'),
  event: (id: number): string => staffPath(`events/${id}`),
  details: (id: number): string => staffPath(`events/${id}/details`),
  lineUp: (id: number): string => staffPath(`events/${id}/line-up`),
  ticketTypes: (id: number): string => staffPath(`events/${id}/tickets`),
  lists: (id: number): string => staffPath(`events/${id}/guest-lists`),
  waitlist: (id: number): string => staffPath(`events/${id}/waitlist`),
  messages: (id: number): string => staffPath(`events/${id}/announcements`),
  door: (id: number): string => staffPath(`events/${id}/door`),
  doorSheet: (id: number): string => staffPath(`events/${id}/door-sheet`),
  doorSale: (id: number): string => staffPath(`events/${id}/door-sale`),
};

/** The parts of an event in the order in which it is made and run. */
const TABS = [
  ['overview', eventPaths.event],
  ['details', eventPaths.details],
  ['line_up', eventPaths.lineUp],
  ['ticketTypes', eventPaths.ticketTypes],
  ['lists', eventPaths.lists],
  ['waitlist', eventPaths.waitlist],
  ['messages', eventPaths.messages],
  ['door', eventPaths.door],
] as const;
type EventTab = (typeof TABS)[number][0];

/** A Door lead reads only the lists; the waitlist needs the right to read guests, and messages the right to manage mails. */
const RIGHTS: Partial<Record<EventTab, Right>> = { lists: 'events.read', waitlist: 'guests.read', messages: 'mails.manage' };
const mayOpen = (tab: EventTab, may: (right: Right) => boolean): boolean => may(RIGHTS[tab] ?? 'events.edit');

/** Name, day and state of an event above one of its tabs; `end` holds the tab's buttons. */
export function EventFrame({ event, tab, end, children }: EventFrameProps) {
  const { t } = useTranslation(['common', 'staff-events']);
  const may = useMay();
  const { language } = useLanguage();
  return (
    <>
      <BackLink eventId={event.id} />
      <SectionTitle end={end}>{eventName(event, language)}</SectionTitle>
      <p className="-mt-3 mb-3 flex flex-wrap items-center gap-x-4 text-muted">
        <span>
          <WeekdayText at={event.startDate} />,{' '}
          <span className="whitespace-nowrap">
            <DateText at={event.startDate} />,
          </span>{' '}
          <HoursText from={event.startDate} to={event.endDate} />
        </span>
        <EventState event={event} />
        {event.state !== 'draft' && (
          <Link to={paths.event(event.id)} className="link inline-flex min-h-11 items-center desktop:min-h-0">
            {t('staff-events:see')}
          </Link>
        )}
        {event.state === 'published' &&
          event.ticketTypes === 0 &&
          !event.isComingSoon &&
          tab !== 'ticketTypes' &&
          mayOpen('ticketTypes', may) && (
            <Link to={eventPaths.ticketTypes(event.id)} className="link inline-flex min-h-11 items-center text-warn desktop:min-h-0">
              {t('staff-events:nothing_on_sale')}
            </Link>
          )}
      </p>
      <Tabs
        label={t('staff-events:tabs.label')}
        tabs={TABS.filter(([key]) => mayOpen(key, may)).map(([key, pathOf]) => ({
          key,
          name: t(`staff-events:tabs.${key}`),
          to: pathOf(event.id),
        }))}
        selected={tab}
      >
        {children}
      </Tabs>
    </>
  );
}

/** Back to the events, or, without the right to edit them, to the door of this one. */
export function BackLink({ eventId }: { eventId?: number }) {
  const { t } = useTranslation(['common', 'staff', 'staff-events']);
  const may = useMay();
  const isEditor = may('events.edit');
  if (!isEditor && !may('door.run')) return null;
  return (
    <Link
      to={isEditor || eventId === undefined ? eventPaths.list : staffPath(`tonight?event=${eventId}`)}
      className="inline-flex min-h-11 items-center gap-2 text-muted hover:text-text"
    >
      <ArrowLeft size={16} />
      {t(isEditor ? 'staff:all_events' : 'staff:nav.tonight')}
    </Link>
  );
}

type EventLoaderProps = { id: string | undefined; children(event: StaffEventView): ReactNode };

/** Loads the event that an address names, and renders its children with it. */
export function EventLoader({ id, children }: EventLoaderProps) {
  const { t } = useTranslation(['common', 'errors', 'staff-events', 'staff']);
  const event = useQuery(eventQuery(Number(id)));
  // The editors start from this event, so it must be fresh: another tab's copy may be out of date.
  if (event.data && event.isFetchedAfterMount) return children(event.data);
  if (!event.error) return <Skeleton className="h-96 w-full" />;
  return (
    <>
      <SectionTitle>{t('staff:nav.events')}</SectionTitle>
      <ErrorState message={errorText(event.error, t)} onRetry={() => void event.refetch()} />
      <OnlyWith right="events.edit">
        <Link to={eventPaths.list} className="link mt-4 inline-flex min-h-11 items-center">
          {t('staff:all_events')}
        </Link>
      </OnlyWith>
    </>
  );
}

const looks = {
  draft: { Icon: PencilLine, colour: 'text-warn' },
  published: { Icon: Check, colour: '' },
  cancelled: { Icon: OctagonX, colour: 'text-danger' },
} as const;

export function EventState({
  event: { state, isComingSoon, publishAt },
}: {
  event: Pick<StaffEventRow, 'state' | 'isComingSoon' | 'publishAt'>;
}) {
  const { t } = useTranslation(['common', 'staff-events']);
  const { language } = useLanguage();
  const { Icon, colour } = looks[state];
  return (
    <span className="whitespace-nowrap">
      <span className={classNames('inline-flex items-center gap-1.5 font-semibold', colour)}>
        <Icon size={14} aria-hidden="true" />
        {t(`staff-events:state.${state}`)}
      </span>
      {isComingSoon && <span className="text-muted">, {t('staff-events:state.coming_soon')}</span>}
      {publishAt !== null && (
        <span className="block text-muted">
          {t('staff-events:state.planned', { date: dateText(publishAt, language, t), time: timeText(publishAt) })}
        </span>
      )}
    </span>
  );
}

/** The save buttons of a long form: beside its heading or at its end, and on a phone above the bottom bar. */
export function SaveBar({ isAtEnd = false, children }: { isAtEnd?: boolean; children: ReactNode }) {
  return (
    <div
      className={classNames(
        'flex flex-wrap gap-3 max-tablet:fixed max-tablet:inset-x-0 max-tablet:bottom-14 max-tablet:z-20 max-tablet:border-t max-tablet:border-hairline max-tablet:bg-bg max-tablet:px-5 max-tablet:py-2 max-tablet:*:flex-1',
        isAtEnd &&
          'tablet:sticky tablet:bottom-14 tablet:z-10 desktop:bottom-0 tablet:border-t tablet:border-hairline tablet:bg-bg tablet:py-3',
      )}
    >
      {children}
    </div>
  );
}

export const eventQuery = (id: number) =>
  queryOptions({ queryKey: ['night', id], queryFn: ({ signal }) => staffApi.staffEvents.get({ id }, { signal }) });

const REFETCH_MS = 15_000;

/** Fetches the event again at intervals and when its tab is shown, so that two editors notice each other before saving. */
export function useEventUpdates(event: StaffEventView, onUpdate: (latest: StaffEventView) => void): void {
  const { data } = useQuery({ ...eventQuery(event.id), refetchInterval: REFETCH_MS, refetchOnMount: false, refetchOnWindowFocus: true });
  const update = useEffectEvent((latest: StaffEventView) => {
    if (latest.version > event.version || latest.publishAt !== event.publishAt) onUpdate(latest);
  });
  useEffect(() => {
    if (data) update(data);
  }, [data]);
}
