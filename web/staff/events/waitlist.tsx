import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { timeText } from '#shared/dates.ts';
import type { StaffEventView } from '#shared/staff/events.contract.ts';
import type { EventWaitlistView, WaitlistEntryView } from '#shared/staff/waitlist.contract.ts';
import type { Translate } from '#shared/translate.ts';
import { useNow } from '#web/lib/now.tsx';
import { toast } from '#web/lib/toast.ts';
import { NotLoaded } from '#web/staff/components/not-loaded.tsx';
import { DataTable, Figures, Moment } from '#web/staff/components/data-table.tsx';
import { RowCommand } from '#web/staff/components/row-command.tsx';
import { useCommand } from '#web/staff/components/use-command.ts';
import { useMay } from '#web/staff/rights.tsx';
import { staffApi } from '#web/staff/staff-api.ts';
import { ConfirmDialog } from '#web/staff/ui/dialog.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { EventFrame, EventLoader } from './event-frame.tsx';

const REFETCH_MS = 10_000;

/** The waitlist of an event, and how many tickets are listed for resale. */
export default function Waiting() {
  const { id } = useParams();
  return (
    <EventLoader id={id}>
      {(event) => (
        <EventFrame event={event} tab="waitlist">
          <Body event={event} />
        </EventFrame>
      )}
    </EventLoader>
  );
}

function Body({ event }: { event: StaffEventView }) {
  const { t } = useTranslation(['common', 'staff-waitlist', 'staff-events', 'staff-guests']);
  const client = useQueryClient();
  const [removing, setRemoving] = useState<WaitlistEntryView>();
  const queryKey = ['waitlist', event.id];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => staffApi.staffWaitlist.list({ id: event.id }, { signal }),
    refetchInterval: REFETCH_MS,
  });
  const reload = () => void refetch();
  if (!data) return <NotLoaded error={error} box="h-96" onRetry={reload} />;
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col gap-3">
        <h2 className="font-bold">{t('staff-events:tabs.waitlist')}</h2>
        {!data.isOn && <p className="font-semibold text-warn">{t('staff-waitlist:off')}</p>}
      </div>
      <Counts view={data} />
      {data.items.length === 0 ? (
        <div className="flex max-w-[80ch] flex-col gap-2">
          <p className="font-semibold">{t('staff-guests:verification.nobody')}</p>
          <p className="text-muted">{t('staff-waitlist:empty_note')}</p>
        </div>
      ) : (
        <Line view={data} onRemove={setRemoving} />
      )}
      {removing && (
        <RemoveDialog
          entry={removing}
          show={(view) => client.setQueryData(queryKey, view)}
          reload={reload}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </div>
  );
}

function Counts({ view }: { view: EventWaitlistView }) {
  const { t } = useTranslation('staff-waitlist');
  const counts = ['waiting', 'places', 'offered', 'listed'] as const;
  return <Figures figures={counts.map((name) => ({ label: t(`counts.${name}`), value: String(view[name]) }))} />;
}

const isLive = ({ state }: WaitlistEntryView): boolean => state === 'waiting' || state === 'offered';

function stateText({ state, heldUntil }: WaitlistEntryView, now: Date, t: Translate): string {
  if (state !== 'offered') return t(`staff-waitlist:states.${state}`);
  const isOver = heldUntil === null || new Date(heldUntil) <= now;
  return isOver ? t('staff-waitlist:states.lapsed') : t('staff-waitlist:states.offered', { time: timeText(heldUntil) });
}

function Line({ view, onRemove }: { view: EventWaitlistView; onRemove(entry: WaitlistEntryView): void }) {
  const { t } = useTranslation(['common', 'staff-waitlist', 'staff-events', 'staff']);
  const now = useNow();
  const may = useMay();
  return (
    <DataTable
      caption={t('staff-events:tabs.waitlist')}
      rows={view.items}
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'guest',
          title: t('staff:guest'),
          place: 'name',
          cell: ({ guest }) => (
            <span className="flex flex-col wrap-anywhere">
              <span className="font-semibold">{guest.name}</span>
              <span className="text-muted">{guest.email}</span>
            </span>
          ),
        },
        { key: 'places', title: t('staff-waitlist:places'), isNumber: true, cell: ({ quantity }) => quantity },
        { key: 'since', title: t('staff-waitlist:since'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
        { key: 'state', title: t('staff:status'), place: 'state', cell: (entry) => stateText(entry, now, t) },
        ...(may('tickets.give')
          ? [
              {
                key: 'do',
                title: t('staff-waitlist:remove'),
                place: 'line' as const,
                cell: (entry: WaitlistEntryView) =>
                  isLive(entry) && (
                    <RowCommand
                      label={t('staff-waitlist:remove_name', { name: entry.guest.name })}
                      text={t('staff-waitlist:remove')}
                      onPress={() => onRemove(entry)}
                    />
                  ),
              },
            ]
          : []),
      ]}
    />
  );
}

type RemoveDialogProps = { entry: WaitlistEntryView; show(view: EventWaitlistView): void; reload(): void; onClose(): void };

function RemoveDialog({ entry, show, reload, onClose }: RemoveDialogProps) {
  const { t } = useTranslation(['common', 'staff-waitlist']);
  const { id, guest, state } = entry;
  const remove = useCommand(() => staffApi.staffWaitlist.remove({ id }), {
    onSuccess(view) {
      show(view);
      toast.success(t('staff-waitlist:removed', { name: guest.name }));
    },
    onSettled() {
      reload();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('staff-waitlist:remove_name', { name: guest.name })}
      text={t(state === 'offered' ? 'staff-waitlist:remove_text' : 'staff-waitlist:remove_text_waiting')}
      confirm={t('staff-waitlist:remove')}
      isPending={remove.isPending}
      onConfirm={() => remove.run()}
      onClose={onClose}
    />
  );
}
