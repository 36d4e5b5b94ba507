import { lazy, Suspense, useState } from 'react';
import { dateText, timeText } from '#shared/dates.ts';
import { eventName } from '#shared/events/timing.ts';
import type { ClaimGroup, ClaimPlace, ClaimsView } from '#shared/tickets/claims.contract.ts';
import { toast } from '#web/lib/toast.ts';
import { useCall } from '#web/lib/use-call.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { Button } from '#web/ui/button.tsx';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { Problem } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { DateText } from '#web/ui/value-text.tsx';
import { FriendLink } from './friend-link.tsx';
import { claims } from './transfer-api.ts';

const TransferDialog = lazy(() => import('./transfer-dialog.tsx'));

type ClaimsProps = { view: ClaimsView; show(view: ClaimsView): void; reload(): void; onKept(): void };

/** The places that the user bought for friends, and own tickets that wait for the verification. */
export default function Claims({ view, show, reload, onKept }: ClaimsProps) {
  const { t } = useTranslation(['common', 'transfers']);
  const { language } = useLanguage();
  return (
    <>
      {view.waiting.map(({ ticketId, event, until }) => (
        <div key={ticketId} className="no-print flex flex-col items-start gap-3 border-s-4 border-accent bg-surface-1 px-5 py-4">
          <p>{t('transfers:claims.own_waits', { event: eventName(event, language) })}</p>
          {until !== null && (
            <p className="type-small text-muted">
              {t('transfers:claims.own_waits_until', { date: dateText(until, language, t), time: timeText(until) })}
            </p>
          )}
          <Options
            ticketId={ticketId}
            event={event}
            name={t('transfers:claims.options_of_own', { event: eventName(event, language) })}
            reload={reload}
          />
        </div>
      ))}
      {view.groups.map((group) => (
        <Group key={group.id} group={group} show={show} reload={reload} onKept={onKept} />
      ))}
    </>
  );
}

type GroupProps = { group: ClaimGroup } & Omit<ClaimsProps, 'view'>;

function Group({ group, show, reload, onKept }: GroupProps) {
  const { t } = useTranslation(['common', 'transfers']);
  const { language } = useLanguage();
  const { event, places, until, isOver } = group;
  const title = t('transfers:claims.title', { count: places.length });
  const isOpen = places.some(({ state }) => state === 'unclaimed');
  const end = { date: dateText(until, language, t), time: timeText(until) };
  return (
    <section
      aria-label={`${title}: ${eventName(event, language)}`}
      className="no-print flex max-w-200 flex-col items-start gap-4 bg-surface-1 p-6 *:max-w-full"
    >
      <FittedText as="h3" cap={24} className="type-display-s">
        {title}
      </FittedText>
      <p>
        {eventName(event, language)}, <DateText at={event.startDate} />
      </p>
      {isOpen && !isOver && <p>{t(group.isVerifiedOnly ? 'transfers:claims.text_verified' : 'transfers:claims.text')}</p>}
      {isOpen && isOver && <p>{t('transfers:claims.over')}</p>}
      <ul className="flex w-full flex-col divide-y divide-hairline border-y border-hairline">
        {places.map((place, index) => (
          <Place key={place.ticketId} place={place} number={index + 1} group={group} show={show} reload={reload} onKept={onKept} />
        ))}
      </ul>
      {isOpen && !isOver && <CommonLink group={group} show={show} reload={reload} />}
      {isOpen && !isOver && <p className="type-small text-muted">{t('transfers:claims.until', end)}</p>}
    </section>
  );
}

type PlaceProps = GroupProps & { place: ClaimPlace; number: number };

function Place({ place, number, group, show, reload, onKept }: PlaceProps) {
  const { t } = useTranslation(['common', 'transfers', 'errors']);
  const { ticketId, state, name } = place;
  const keep = useCall(
    async () => {
      show(await claims.keep({ id: ticketId }));
      onKept();
      toast.success(t('transfers:claims.kept'));
    },
    { failed: t('transfers:claims.failed'), onFailed: reload },
  );
  const takeBack = useCall(
    async () => {
      show(await claims.takeBack({ id: ticketId }));
      onKept();
      toast.success(t('transfers:claims.taken_back'));
    },
    { failed: t('transfers:claims.failed'), onFailed: reload },
  );
  const isFree = state === 'unclaimed' || state === 'linked' || state === 'listed';
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <span className="min-w-0 wrap-anywhere">
        <strong dir="auto">{name ?? t('transfers:claims.place', { number })}</strong>
        <span className="block type-small text-muted">
          {t(`transfers:claims.states.${state}`)}
          {isFree && group.isOver && ` · ${t('transfers:title', { id: ticketId })}`}
        </span>
      </span>
      {isFree && (
        <span className="flex flex-wrap gap-2">
          {group.mayKeep && state !== 'listed' && (
            <Button
              look="quiet"
              size="small"
              aria-label={t('transfers:claims.keep_of', { number })}
              isPending={keep.isPending}
              pendingLabel={t('common:loading')}
              onClick={keep.run}
            >
              {t('transfers:claims.keep')}
            </Button>
          )}
          <Options ticketId={ticketId} event={group.event} name={t('transfers:claims.options_of', { number })} reload={reload} />
        </span>
      )}
      {state === 'waiting' && (
        <Button
          look="quiet"
          size="small"
          aria-label={t('transfers:claims.take_back_of', { name })}
          isPending={takeBack.isPending}
          pendingLabel={t('common:loading')}
          onClick={takeBack.run}
        >
          {t('transfers:claims.take_back')}
        </Button>
      )}
      <Problem text={keep.problem ?? takeBack.problem} />
    </li>
  );
}

type OptionsProps = { ticketId: number; event: ClaimGroup['event']; name: string; reload(): void };

/** Opens the transfer options of a ticket without a code. */
function Options({ ticketId, event, name, reload }: OptionsProps) {
  const { t } = useTranslation(['common', 'transfers']);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" size="small" aria-label={name} onClick={() => setOpen(true)}>
        {t('transfers:claims.options')}
      </Button>
      {isOpen && (
        <Suspense>
          <TransferDialog
            id={ticketId}
            event={event}
            onName={() => undefined}
            onClose={() => {
              setOpen(false);
              reload();
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** The one link for all unclaimed places. */
function CommonLink({ group: { id, linkMadeAt }, show, reload }: Omit<GroupProps, 'onKept'>) {
  const { t } = useTranslation('transfers');
  return (
    <div className="flex w-full flex-col gap-4">
      <FriendLink
        linkMadeAt={linkMadeAt}
        texts={{ make: t('claims.make'), made: t('claims.made'), ended: t('claims.link_ended') }}
        onFailed={reload}
        make={async () => {
          const { url, ...next } = await claims.makeLink({ id });
          show(next);
          return { url, at: next.groups.find((one) => one.id === id)?.linkMadeAt ?? null };
        }}
        end={async () => show(await claims.endLink({ id }))}
      />
    </div>
  );
}
