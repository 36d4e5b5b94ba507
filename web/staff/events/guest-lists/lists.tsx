import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { StaffEventView } from '#shared/staff/events.contract.ts';
import type { GuestListView, EventListsView } from '#shared/staff/guest-lists.contract.ts';
import { toast } from '#web/lib/toast.ts';
import { NotLoaded } from '#web/staff/components/not-loaded.tsx';
import { useCommand } from '#web/staff/components/use-command.ts';
import { useMay } from '#web/staff/rights.tsx';
import { staffApi } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/staff/ui/dialog.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { EventFrame, EventLoader } from '#web/staff/events/event-frame.tsx';
import { LinkDialog } from '#web/staff/components/link-dialog.tsx';
import { ListDialog } from './list-dialog.tsx';
import type { ListChange } from './list-form.ts';
import { ListNamesDialog } from './list-names-dialog.tsx';
import { ListPart } from './list-part.tsx';

const REFETCH_MS = 10_000;

/** The guest lists of an event: their names, and who has come. */
export default function Lists() {
  const { id } = useParams();
  return (
    <EventLoader id={id}>
      {(event) => (
        <EventFrame event={event} tab="lists">
          <Body event={event} />
        </EventFrame>
      )}
    </EventLoader>
  );
}

function Body({ event }: { event: StaffEventView }) {
  const client = useQueryClient();
  const queryKey = ['lists', event.id];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => staffApi.staffLists.list({ id: event.id }, { signal }),
    refetchInterval: REFETCH_MS,
  });
  const reload = () => void refetch();
  if (!data) return <NotLoaded error={error} box="h-96" onRetry={reload} />;
  return <AllLists event={event} view={data} show={(lists) => client.setQueryData(queryKey, lists)} reload={reload} />;
}

type Click = { kind: 'new' } | { kind: 'change' | 'names' | 'end' | 'link'; listId: number };

function AllLists({ event, view, show, reload }: ListChange & { event: StaffEventView; view: EventListsView }) {
  const { t } = useTranslation(['common', 'staff-lists', 'staff-events', 'staff']);
  const [opened, setOpened] = useState<Click>();
  const may = useMay();
  const isOver = new Date(view.at) >= new Date(view.endsAt);
  const mayEdit = may('lists.edit') && !isOver;
  const close = () => setOpened(undefined);
  const reopen = useCommand(({ id }: GuestListView) => staffApi.staffLists.reopen({ id }), {
    onSuccess(lists, { name }) {
      show(lists);
      toast.success(t('staff-lists:reopened', { name }));
    },
    onSettled: reload,
  });
  const list = opened && opened.kind !== 'new' ? view.lists.find(({ id }) => id === opened.listId) : undefined;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-4">
        <h2 className="font-bold">{t('staff-events:tabs.lists')}</h2>
        {mayEdit && (
          <Button size="small" onClick={() => setOpened({ kind: 'new' })}>
            {t('staff-lists:add')}
          </Button>
        )}
      </div>
      <p className="max-w-[80ch] text-muted">{t(isOver ? 'staff:event_over' : 'staff-lists:about')}</p>
      {view.lists.length === 0 && <p className="max-w-[80ch]">{t(mayEdit ? 'staff-lists:none' : 'staff-lists:none_read')}</p>}
      {view.lists.map((each) => (
        <ListPart
          key={each.id}
          list={each}
          event={event}
          at={view.at}
          mayEdit={mayEdit}
          show={show}
          reload={reload}
          onOpen={(kind) => setOpened({ kind, listId: each.id })}
          onReopen={() => reopen.run(each)}
        />
      ))}
      {(opened?.kind === 'new' || (list && opened?.kind === 'change')) && (
        <ListDialog event={event} latest={list} show={show} reload={reload} onClose={close} />
      )}
      {list && opened?.kind === 'names' && <ListNamesDialog list={list} show={show} reload={reload} onClose={close} />}
      {list && opened?.kind === 'link' && <ListLinkDialog list={list} show={show} reload={reload} onClose={close} />}
      {list && opened?.kind === 'end' && <EndDialog list={list} show={show} reload={reload} onReopen={reopen.run} onClose={close} />}
    </div>
  );
}

type EndDialogProps = ListChange & { list: GuestListView; onReopen(list: GuestListView): void; onClose(): void };

function EndDialog({ list, show, reload, onReopen, onClose }: EndDialogProps) {
  const { t } = useTranslation(['common', 'staff-lists', 'staff']);
  const { id, name } = list;
  const end = useCommand(() => staffApi.staffLists.end({ id }), {
    onSuccess(lists) {
      show(lists);
      toast.success(t('staff-lists:end_done', { name }), { label: t('staff:undo'), run: () => onReopen(list) });
    },
    onSettled() {
      reload();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('staff-lists:end_title', { name })}
      text={t('staff-lists:end_text')}
      confirm={t('staff-lists:end_submit')}
      isPending={end.isPending}
      onConfirm={() => end.run()}
      onClose={onClose}
    />
  );
}

type ListLinkDialogProps = ListChange & { list: GuestListView; onClose(): void };

/** The link with which the owner of a list adds names. */
function ListLinkDialog({ list: { id, name, linkMadeAt }, show, reload, onClose }: ListLinkDialogProps) {
  const { t } = useTranslation(['staff-lists', 'staff']);
  return (
    <LinkDialog
      title={t('staff:do_with', { what: t('link.open'), name })}
      about={t('link.about')}
      madeAt={linkMadeAt}
      make={async () => {
        const { url, ...lists } = await staffApi.staffLists.makeLink({ id });
        show(lists);
        return url;
      }}
      end={async () => {
        show(await staffApi.staffLists.endLink({ id }));
        toast.success(t('link.ended', { name }));
        onClose();
      }}
      onSettled={reload}
      onClose={onClose}
    />
  );
}
