import type { TFunction } from 'i18next';
import { Link, useNavigate } from 'react-router';
import type { Language } from '#shared/constants.ts';
import { dateText, timeText, weekdayText } from '#shared/dates.ts';
import { roomState } from '#shared/door/room.ts';
import { eventTheme } from '#shared/media/covers.ts';
import { moneyText } from '#shared/money.ts';
import type { TonightView } from '#shared/staff/tonight.contract.ts';
import { errorText } from '#web/lib/error-text.ts';
import { useQuery } from '#web/lib/hydration.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { eventPaths } from '#web/staff/events/event-frame.tsx';
import { percentText } from '#web/staff/reports/percent.ts';
import { type Figure, Figures, TitledTable } from '#web/staff/components/data-table.tsx';
import { EventChip } from '#web/staff/components/filters.tsx';
import { CalledOff } from '#web/staff/components/state-word.tsx';
import { staffPath } from '#web/staff/staff-api.ts';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { HoursText, Money } from '#web/ui/value-text.tsx';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { Arrivals } from './arrivals.tsx';
import { Conflicts } from './conflicts.tsx';
import { Decisions } from './decisions.tsx';
import { Doors } from './doors.tsx';
import { InsideByMinute } from './inside-by-minute.tsx';
import { Lists } from './lists.tsx';
import { useTonight } from './use-tonight.ts';

export default function Tonight() {
  const { t } = useTranslation(['common', 'staff-tonight', 'errors', 'staff']);
  const { language } = useLanguage();
  const navigate = useNavigate();
  const requested = Number(useQuery().get('event'));
  const eventId = Number.isSafeInteger(requested) && requested > 0 ? requested : undefined;
  const { view, isLive, error, retry } = useTonight(eventId);
  const choose = (event: string) => void navigate(`${staffPath('tonight')}${event === '' ? '' : `?event=${event}`}`, { replace: true });
  return (
    <>
      <SectionTitle end={<LiveMark isLive={isLive} at={view?.at} />}>{titleOf(view, language) ?? t('staff:nav.tonight')}</SectionTitle>
      <div className="-mt-4 mb-5">
        {view && <EventLine view={view} />}
        <div className="py-2">
          <EventChip label={t('staff:event')} none={t('staff-tonight:current')} eventId={eventId} onChange={choose} />
        </div>
      </div>
      {error !== undefined && <ErrorState message={errorText(error, t)} onRetry={retry} />}
      {!view && error === undefined && <Skeleton className="h-96 w-full" />}
      {view && (view.night ? <Picture view={view} /> : <p className="py-6 text-muted">{t('staff-tonight:none')}</p>)}
    </>
  );
}

/** The event is the title while there is one. */
const titleOf = (view: TonightView | undefined, language: Language): string | undefined =>
  view?.night ? (language === 'ka' ? view.night.name : view.night.nameLat) : undefined;

function EventLine({ view: { night: event } }: { view: TonightView }) {
  const { t } = useTranslation(['common', 'staff-tonight']);
  const { language } = useLanguage();
  if (!event) return null;
  return (
    <p className="text-muted">
      {weekdayText(event.startDate, t)}, {dateText(event.startDate, language, t)} · <HoursText from={event.startDate} to={event.endDate} />
      {event.state === 'cancelled' && <CalledOff>{t('staff-tonight:cancelled')}</CalledOff>}
    </p>
  );
}

function Picture({ view }: { view: TonightView }) {
  const { t } = useTranslation(['staff-tonight', 'staff']);
  const { language } = useLanguage();
  const { night: event, figures } = view;
  const { toCome, scannedLately, scannedBefore, rejected, gross } = figures;
  const came = view.quarters.reduce((sum, { arrivals }) => sum + arrivals, 0);
  const decided = came + rejected;
  const insideFigure = useInsideFigure(figures.inside, event?.licensed ?? 0);
  if (!event) return null;
  return (
    <div className="flex flex-col gap-7">
      <Inside {...insideFigure} share={event.licensed === 0 ? 0 : figures.inside / event.licensed} />
      <Figures
        areLarge
        figures={[
          { label: t('sold'), value: String(event.places.sold), note: t('staff:places_rest', event.places) },
          { label: t('lately'), value: String(scannedLately), note: changeText(scannedLately - scannedBefore, t) },
          {
            label: t('rejected'),
            value: String(rejected),
            ...(decided > 0 && { note: t('share_of_decided', { share: percentText(rejected / decided, language) }) }),
          },
          { label: t('to_come'), value: String(toCome) },
          // Only some roles may see the money.
          ...(gross === null ? [] : [{ label: t('gross'), value: moneyText(gross) }]),
        ]}
      />
      {view.conflicts.length > 0 && <Conflicts conflicts={view.conflicts} />}
      {event.state !== 'draft' && <Doors event={event} />}
      {event.state === 'published' && (
        <p className="flex flex-wrap gap-x-6">
          <Link to={eventPaths.doorSheet(event.id)} className="link inline-flex min-h-11 items-center">
            {t('staff:print_guest_list')}
          </Link>
          <Link to={eventPaths.doorSale(event.id)} className="link inline-flex min-h-11 items-center">
            {t('staff:door_sale_sign')}
          </Link>
        </p>
      )}
      <div className="grid grid-cols-1 gap-7 desktop:grid-cols-2 desktop:grid-rows-[auto_1fr]">
        <div className="flex flex-col gap-7">
          <Arrivals quarters={view.quarters} now={view.at} accent={eventTheme(event.id).accent} />
          {view.lists.length > 0 && <Lists lists={view.lists} />}
          <InsideByMinute eventId={event.id} licensed={event.licensed} />
        </div>
        <div className="desktop:row-span-2">
          <Decisions eventId={event.id} decisions={view.decisions} />
        </div>
        <TicketTypes ticketTypes={view.ticketTypes} hasPrices={gross !== null} />
      </div>
    </div>
  );
}

/** The most important figure at the door, twice the size of the others, with a bar of the room. */
function Inside({ label, value, note, tone, share }: Figure & { share: number }) {
  const colour = tone === 'danger' ? 'text-danger' : tone === 'warn' ? 'text-warn' : '';
  return (
    <div>
      <p className="text-[1.25rem] leading-7">{label}</p>
      <p className={classNames('type-tabular text-[min(6rem,32vw)] leading-none font-bold', colour)}>
        <span className="whitespace-nowrap">{value}</span>{' '}
        <span className={classNames('text-[1.25rem] font-normal', tone === undefined && 'text-muted')}>{note}</span>
      </p>
      <div aria-hidden="true" className={classNames('mt-3 h-2 w-full bg-surface-3', colour)}>
        <div className="h-2 bg-current" style={{ width: `${Math.min(100, share * 100)}%` }} />
      </div>
    </div>
  );
}

const ROOM_TONES = { open: undefined, nearly_full: 'warn', full: 'danger' } as const;

/** The people inside and the limit; a word also warns when the room is nearly full. */
function useInsideFigure(inside: number, licensed: number): Figure {
  const { t } = useTranslation(['staff-tonight', 'staff']);
  const state = roomState(inside, licensed);
  const allowed = t('staff:of', { capacity: licensed });
  const note = state === 'open' ? allowed : `${allowed} · ${t(`capacity.${state}`)}`;
  return { label: t('inside'), value: String(inside), note, tone: ROOM_TONES[state] };
}

/** `5 fewer than before` */
function changeText(change: number, t: TFunction<'staff-tonight'>): string {
  if (change === 0) return t('change.none');
  return change < 0 ? t('change.fewer', { count: -change }) : t('change.more', { count: change });
}

/** Shows whether the figures are live, or else their time. */
function LiveMark({ isLive, at }: { isLive: boolean; at: string | undefined }) {
  const { t } = useTranslation('staff-tonight');
  const text = isLive ? t('live') : at === undefined ? t('connecting') : t('stale', { time: timeText(at) });
  return (
    <output className="inline-flex min-h-11 items-center gap-2">
      <span aria-hidden="true" className={classNames('size-3 rounded-full border-2', isLive ? 'border-ok bg-ok' : 'border-warn')} />
      <span className={classNames(!isLive && 'font-semibold text-warn')}>{text}</span>
    </output>
  );
}

/** The sold places of each ticket type, against its allocation. */
function TicketTypes({ ticketTypes, hasPrices }: Pick<TonightView, 'ticketTypes'> & { hasPrices: boolean }) {
  const { t } = useTranslation(['staff-tonight', 'staff']);
  const { language } = useLanguage();
  return (
    <div>
      {ticketTypes.length === 0 ? (
        <>
          <h2 className="text-[1.25rem] leading-7 font-bold">{t('sales')}</h2>
          <p className="py-4 text-muted">{t('staff:no_ticket_types')}</p>
        </>
      ) : (
        <TitledTable
          title={t('sales')}
          rows={ticketTypes}
          keyOf={({ id }) => id}
          columns={[
            { key: 'ticketType', title: t('staff:ticket_type'), cell: ({ name, nameLat }) => (language === 'ka' ? name : nameLat) },
            ...(hasPrices ? [{ key: 'price', title: t('price'), isNumber: true, isTitled: false, cell: priceOf }] : []),
            { key: 'sold', title: t('sold'), isNumber: true, cell: ({ sold }) => sold },
            { key: 'held', title: t('reserved'), isNumber: true, cell: ({ held }) => held },
            { key: 'allocation', title: t('allocation'), isNumber: true, cell: ({ allocation }) => allocation },
            {
              key: 'share',
              title: t('share'),
              place: 'state',
              cell: ({ sold, allocation }) => <Share sold={sold} allocation={allocation} />,
            },
          ]}
        />
      )}
    </div>
  );
}

const priceOf = ({ price }: TonightView['ticketTypes'][number]) => (price === null ? '–' : <Money gel={price} />);

function Share({ sold, allocation }: { sold: number; allocation: number }) {
  const share = allocation === 0 ? 0 : Math.round((sold / allocation) * 100);
  return (
    <span className="flex items-center gap-3">
      <svg aria-hidden="true" viewBox="0 0 100 8" preserveAspectRatio="none" className="h-2 w-20">
        <rect width={100} height={8} fill="var(--color-surface-3)" />
        <rect width={share} height={8} fill="var(--color-faint)" />
      </svg>
      <span className="type-tabular whitespace-nowrap">{share} %</span>
    </span>
  );
}
