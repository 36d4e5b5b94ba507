import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { EventTicketTypesView, TicketTypeView } from '#shared/staff/ticket-types.contract.ts';
import { toast } from '#web/lib/toast.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { CommandButton } from '#web/staff/components/command-button.tsx';
import { NotLoaded } from '#web/staff/components/not-loaded.tsx';
import { Figures } from '#web/staff/components/data-table.tsx';
import { useCommand } from '#web/staff/components/use-command.ts';
import { OnlyWith } from '#web/staff/rights.tsx';
import { staffApi } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog, Dialog } from '#web/staff/ui/dialog.tsx';
import { OrderedRows } from '#web/staff/ui/ordered-rows.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { Codes } from '#web/staff/events/promo-codes/promo-codes.tsx';
import { isConflict } from '#web/staff/events/confirm-event.tsx';
import { EventFrame, EventLoader } from '#web/staff/events/event-frame.tsx';
import { TicketTypeDialog } from './ticket-type-dialog.tsx';
import { ComplimentaryTickets } from './complimentary.tsx';
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
  const { data, error, refetch } = useQuery({
    queryKey: ['ticketTypes', eventId],
    queryFn: ({ signal }) => staffApi.staffTicketTypes.list({ id: eventId }, { signal }),
    refetchInterval: REFETCH_MS,
  });
  const reload = () => void refetch();
  if (!data) return <NotLoaded error={error} box="h-96" onRetry={reload} />;
  return (
    <>
      <Stock event={data} />
      <TicketTypesPart event={data} reload={reload} />
      <OnlyWith right="events.edit">
        <Codes event={data} />
      </OnlyWith>
      <OnlyWith right="tickets.give">
        <ComplimentaryTickets event={data} reload={reload} />
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
          { label: t('sold'), value: String(sold), ...(given > 0 ? { note: t('of_them_complimentary', { count: given }) } : {}) },
          { label: t('offered'), value: String(offered) },
          { label: t('capacity'), value: String(capacity) },
          { label: t('reserved'), value: String(held) },
          { label: t('capacity_left'), value: String(free) },
        ]}
      />
      {offered > capacity && <p className="mt-3 text-muted">{t('more_than_capacity', { over: offered - capacity })}</p>}
    </>
  );
}

type PartProps = { event: EventTicketTypesView; reload(): void };

function TicketTypesPart({ event, reload }: PartProps) {
  const { t } = useTranslation(['common', 'staff-ticket-types', 'staff']);
  const [edited, setEdited] = useState<TicketTypeView | 'new'>();
  const [isOrdering, setOrdering] = useState(false);
  const [leaving, setLeaving] = useState<TicketTypeView>();
  return (
    <div className="mt-8 flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 className="font-bold">{t('staff-ticket-types:ticketTypes')}</h2>
        <div className="flex flex-wrap gap-3">
          {event.ticketTypes.length > 1 && (
            <Button look="secondary" size="small" onClick={() => setOrdering(true)}>
              {t('staff-ticket-types:order')}
            </Button>
          )}
          <Button size="small" onClick={() => setEdited('new')}>
            {t('staff:add_ticket_type')}
          </Button>
        </div>
      </div>
      {event.ticketTypes.length === 0 ? (
        <p className="text-muted">{t('staff:no_ticket_types')}</p>
      ) : (
        <TicketTypesTable ticketTypes={event.ticketTypes} onEdit={setEdited} onRemove={setLeaving} />
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
      {isOrdering && <OrderDialog event={event} reload={reload} onClose={() => setOrdering(false)} />}
      {leaving && <RemoveDialog ticketType={leaving} reload={reload} onClose={() => setLeaving(undefined)} />}
    </div>
  );
}

/** The order in which ticket types are sold. */
function OrderDialog({ event: { id, ticketTypes }, reload, onClose }: PartProps & { onClose(): void }) {
  const { t } = useTranslation(['staff', 'staff-ticket-types']);
  const { language } = useLanguage();
  const [seen] = useState(ticketTypes);
  const [wanted, setWanted] = useState(ticketTypes);
  const save = useCommand(() => staffApi.staffTicketTypes.order({ id, body: { seen: idsOf(seen), wanted: idsOf(wanted) } }), {
    // After any other failure the order can be saved again.
    onSettled(_, failure) {
      if (failure && !isConflict(failure)) return;
      reload();
      onClose();
    },
  });
  return (
    <Dialog title={t('staff-ticket-types:order')} className="flex flex-col gap-5 p-6" onClose={onClose}>
      <p className="text-muted">{t('staff-ticket-types:what')}</p>
      <OrderedRows
        label={t('staff-ticket-types:ticketTypes')}
        rows={wanted}
        nameOf={({ name, nameLat }) => (language === 'ka' ? name : nameLat)}
        onMove={(moved, to) => setWanted(wanted.filter((each) => each !== moved).toSpliced(to, 0, moved))}
      >
        {({ name, nameLat }) => <span className="min-w-0 wrap-anywhere">{language === 'ka' ? name : nameLat}</span>}
      </OrderedRows>
      <div className="dialog-foot flex flex-wrap gap-4">
        <CommandButton size="small" command={save}>
          {t('save')}
        </CommandButton>
        <Button look="secondary" size="small" onClick={onClose}>
          {t('staff:cancel')}
        </Button>
      </div>
    </Dialog>
  );
}

const idsOf = (ticketTypes: readonly TicketTypeView[]): number[] => ticketTypes.map(({ id }) => id);

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
      isPending={remove.isPending}
      onConfirm={() => remove.run()}
      onClose={onClose}
    />
  );
}
