import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { EventTicketTypesView, TicketTypeView } from '#shared/staff/ticket-types.contract.ts';
import { errorText } from '#web/lib/error-text.ts';
import { toast } from '#web/lib/toast.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { Figures } from '#web/staff/components/data-table.tsx';
import { useCommand } from '#web/staff/components/use-command.ts';
import { OnlyWith } from '#web/staff/rights.tsx';
import { staffApi } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/staff/ui/dialog.tsx';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { Codes } from '#web/staff/events/promo-codes/promo-codes.tsx';
import { EventFrame, EventLoader } from '#web/staff/events/event-frame.tsx';
import { TicketTypeDialog } from './ticket-type-dialog.tsx';
import { TicketTypeGifts } from './complimentary.tsx';
import { TicketTypesTable } from './ticket-types-table.tsx';

const REFETCH_MS = 4_000;

/** The ticket types of an event in their order, with live sales, its codes and its complimentary tickets. */
export default function TicketTypes() {
  const { id } = useParams();
  return (
    <EventLoader id={id}>
      {(event) => (
        <EventFrame event={event} tab="ticketTypes">
          <Body eventId={event.id} />
        </EventFrame>
      )}
    </EventLoader>
  );
}

function Body({ eventId }: { eventId: number }) {
  const { t } = useTranslation(['common', 'errors', 'staff-ticket-types']);
  const { data, error, refetch } = useQuery({
    queryKey: ['ticketTypes', eventId],
    queryFn: ({ signal }) => staffApi.staffTicketTypes.list({ id: eventId }, { signal }),
    refetchInterval: REFETCH_MS,
  });
  const reload = () => void refetch();
  if (!data) return error ? <ErrorState message={errorText(error, t)} onRetry={reload} /> : <Skeleton className="h-96 w-full" />;
  return (
    <>
      <Stock event={data} />
      <TicketTypesPart event={data} reload={reload} />
      <OnlyWith right="events.edit">
        <Codes event={data} />
      </OnlyWith>
      <OnlyWith right="tickets.give">
        <TicketTypeGifts event={data} reload={reload} />
      </OnlyWith>
    </>
  );
}

function Stock({ event: { places, free } }: { event: EventTicketTypesView }) {
  const { t } = useTranslation('staff-ticket-types');
  const { sold, given, held, offered, capacity } = places;
  return (
    <>
      <Figures
        figures={[
          { label: t('sold'), value: String(sold), ...(given > 0 ? { note: t('of_them_given', { count: given }) } : {}) },
          { label: t('offered'), value: String(offered) },
          { label: t('capacity'), value: String(capacity) },
          { label: t('held'), value: String(held) },
          { label: t('free_in_room'), value: String(free) },
        ]}
      />
      <p className="mt-3 max-w-[80ch] text-muted">{t('what')}</p>
      {offered > capacity && <p className="mt-3 text-muted">{t('more_than_room', { over: offered - capacity })}</p>}
    </>
  );
}

type PartProps = { event: EventTicketTypesView; reload(): void };

function TicketTypesPart({ event, reload }: PartProps) {
  const { t } = useTranslation(['common', 'staff-ticket-types']);
  const [edited, setEdited] = useState<TicketTypeView | 'new'>();
  const [leaving, setLeaving] = useState<TicketTypeView>();
  const arrange = useCommand(
    (wanted: number[]) => {
      const seen = event.ticketTypes.map(({ id }) => id);
      return staffApi.staffTicketTypes.order({ id: event.id, body: { seen, wanted } });
    },
    { onSettled: reload },
  );
  return (
    <div className="mt-8 flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 className="font-bold">{t('staff-ticket-types:ticketTypes')}</h2>
        <Button size="small" onClick={() => setEdited('new')}>
          {t('staff-ticket-types:add')}
        </Button>
      </div>
      {event.ticketTypes.length === 0 ? (
        <p className="text-muted">{t('staff-ticket-types:none')}</p>
      ) : (
        <TicketTypesTable ticketTypes={event.ticketTypes} onArrange={arrange.run} onEdit={setEdited} onRemove={setLeaving} />
      )}
      {edited && (
        <TicketTypeDialog
          key={edited === 'new' ? 0 : edited.id}
          event={event}
          edited={edited}
          reload={reload}
          onClose={() => setEdited(undefined)}
        />
      )}
      {leaving && <RemoveDialog ticketType={leaving} reload={reload} onClose={() => setLeaving(undefined)} />}
    </div>
  );
}

function RemoveDialog({ ticketType, reload, onClose }: { ticketType: TicketTypeView; reload(): void; onClose(): void }) {
  const { t } = useTranslation(['common', 'staff-ticket-types']);
  const { language } = useLanguage();
  const name = language === 'ka' ? ticketType.name : ticketType.nameLat;
  const remove = useCommand(() => staffApi.staffTicketTypes.remove({ id: ticketType.id, version: ticketType.version }), {
    onSuccess: () => toast.success(t('staff-ticket-types:removed', { name })),
    onSettled() {
      reload();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('staff-ticket-types:remove_title', { name })}
      text={t('staff-ticket-types:remove_text')}
      confirm={t('staff-ticket-types:remove')}
      cancel={t('staff-ticket-types:keep')}
      isPending={remove.isPending}
      onConfirm={() => remove.run()}
      onClose={onClose}
    />
  );
}
