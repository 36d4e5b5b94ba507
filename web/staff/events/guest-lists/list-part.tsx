import { useRef, useState } from 'react';
import { fullName } from '#shared/accounts/account-rules.ts';
import type { StaffEventView } from '#shared/staff/events.contract.ts';
import type { GuestListView, GuestListEntryView } from '#shared/staff/guest-lists.contract.ts';
import { toast } from '#web/lib/toast.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { type Column, DataTable } from '#web/staff/components/data-table.tsx';
import { RowCommand } from '#web/staff/components/row-command.tsx';
import { Caution, Ended } from '#web/staff/components/state-word.tsx';
import { useCommand } from '#web/staff/components/use-command.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { EntryDialog } from './list-entry-dialog.tsx';
import { hourText, type ListChange, priceAtDoor } from './list-form.ts';

type ListPartProps = ListChange & {
  list: GuestListView;
  event: StaffEventView;
  /** The server's time. */
  at: string;
  mayEdit: boolean;
  onOpen(dialog: 'change' | 'names' | 'end' | 'link'): void;
  onReopen(): void;
};

/** One list: what it admits, its names and who has come. A removed name can be restored. */
export function ListPart({ list, event, at, mayEdit, show, reload, onOpen, onReopen }: ListPartProps) {
  const { t } = useTranslation(['common', 'staff-lists', 'staff']);
  const [edited, setEdited] = useState<GuestListEntryView>();
  const heading = useRef<HTMLHeadingElement>(null);
  const bringBack = useCommand((entry: GuestListEntryView) => staffApi.staffLists.bringBackEntry({ id: entry.id }), {
    onSuccess(lists, entry) {
      show(lists);
      toast.success(t('staff-lists:entry.back', { name: fullName(entry) }));
    },
    onSettled: reload,
  });
  const remove = useCommand((entry: GuestListEntryView) => staffApi.staffLists.removeEntry({ id: entry.id }), {
    onSuccess(lists, entry) {
      show(lists);
      const undo = { label: t('staff:undo'), run: () => bringBack.run(entry) };
      toast.success(t(entry.hasTicket ? 'staff-lists:entry.removed_ticket' : 'staff-lists:entry.removed', { name: fullName(entry) }), undo);
      // The row that had the focus is gone.
      heading.current?.focus();
    },
    onSettled: reload,
  });
  const { name, endedAt, entries } = list;
  const mayChange = mayEdit && endedAt === null;
  const columns = useColumns(mayChange, { onEdit: setEdited, onRemove: remove.run });
  return (
    <section aria-labelledby={`list-${list.id}`} className="mt-3 flex flex-col gap-2 border-t border-hairline pt-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h3 id={`list-${list.id}`} ref={heading} tabIndex={-1} dir="auto" className="font-bold wrap-anywhere">
            {name}
          </h3>
          <Facts list={list} event={event} at={at} />
        </div>
        {mayEdit && (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            {endedAt === null ? (
              <>
                <Button
                  look="secondary"
                  size="small"
                  aria-label={t('staff:do_with', { what: t('staff-lists:names.add'), name })}
                  onClick={() => onOpen('names')}
                >
                  {t('staff-lists:names.add')}
                </Button>
                <RowCommand
                  label={t('staff:do_with', { what: t('staff-lists:link.open'), name })}
                  text={t('staff-lists:link.open')}
                  onPress={() => onOpen('link')}
                />
                <RowCommand
                  label={t('staff:do_with', { what: t('staff:edit'), name })}
                  text={t('staff:edit')}
                  onPress={() => onOpen('change')}
                />
                <RowCommand
                  label={t('staff:do_with', { what: t('staff-lists:end'), name })}
                  text={t('staff-lists:end')}
                  onPress={() => onOpen('end')}
                />
              </>
            ) : (
              <RowCommand
                label={t('staff:do_with', { what: t('staff-lists:reopen'), name })}
                text={t('staff-lists:reopen')}
                onPress={onReopen}
              />
            )}
          </div>
        )}
      </div>
      {entries.length === 0 ? (
        <p className="py-2 text-muted">{t('staff-lists:entry.none')}</p>
      ) : (
        <DataTable caption={t('staff-lists:entry.caption', { name })} rows={entries} keyOf={({ id }) => id} columns={columns} />
      )}
      {edited && <EntryDialog entry={edited} show={show} reload={reload} onClose={() => setEdited(undefined)} />}
    </section>
  );
}

/** How many of the allocation have come, how many are expected, and until when. */
function Facts({ list, event, at }: Pick<ListPartProps, 'list' | 'event' | 'at'>) {
  const { t } = useTranslation(['common', 'staff-lists', 'staff']);
  const { language } = useLanguage();
  const { arrived, allocation, people, freeUntil, price, mailed, mailedTickets, endedAt } = list;
  const isLate = freeUntil !== null && new Date(at) >= new Date(freeUntil);
  return (
    <p className="flex flex-wrap gap-x-4 text-muted">
      <span className="type-tabular font-semibold text-text">{t('staff:came_of', { arrived, allocation })}</span>
      <span className="type-tabular">{t('staff-lists:people', { count: people })}</span>
      {people > allocation && <Caution>{t('staff-lists:over_allocation', { count: people - allocation })}</Caution>}
      <span className="type-tabular">{hourText(freeUntil, { event, language, t })}</span>
      <span className={price === null ? undefined : 'font-semibold text-text'}>{priceAtDoor(price, t)}</span>
      {mailed + mailedTickets > 0 && <span className="type-tabular">{t('staff-lists:mailed', { mailed, limit: mailedTickets })}</span>}
      {endedAt === null && isLate && <Caution>{t('staff-lists:late')}</Caution>}
      {endedAt !== null && <Ended>{t('staff-lists:ended')}</Ended>}
    </p>
  );
}

type EntryActions = { onEdit(entry: GuestListEntryView): void; onRemove(entry: GuestListEntryView): void };

function useColumns(mayChange: boolean, { onEdit, onRemove }: EntryActions): Column<GuestListEntryView>[] {
  const { t } = useTranslation(['staff-lists', 'staff']);
  const columns: Column<GuestListEntryView>[] = [
    {
      key: 'name',
      title: t('entry.name'),
      sortBy: fullName,
      cell: (entry) => (
        <span className="flex flex-col">
          <span>
            {entry.firstName === '' ? (
              <span className="text-muted">{t('entry.forgotten')}</span>
            ) : (
              <span dir="auto" className="font-semibold wrap-anywhere">
                {fullName(entry)}
              </span>
            )}
            {entry.plusOnes > 0 && <span className="type-tabular whitespace-nowrap"> +{entry.plusOnes}</span>}
          </span>
          {entry.note !== '' && (
            <span dir="auto" className="wrap-anywhere text-muted">
              {entry.note}
            </span>
          )}
          {entry.hasTicket && <span className="text-muted">{t('entry.ticket')}</span>}
          {entry.isTicketRefused && <Caution>{t('entry.ticket_refused')}</Caution>}
          {entry.isDuplicate && <Caution>{t('entry.duplicate')}</Caution>}
        </span>
      ),
    },
    {
      key: 'came',
      title: t('staff:checked_in'),
      isNumber: true,
      place: 'state',
      isTitled: false,
      cell: ({ arrived, plusOnes }) => (
        <span className={arrived > 0 ? 'font-semibold whitespace-nowrap' : 'whitespace-nowrap text-muted'}>
          {t('entry.came_of', { arrived, places: 1 + plusOnes })}
        </span>
      ),
    },
  ];
  if (!mayChange) return columns;
  const actions: Column<GuestListEntryView> = {
    key: 'do',
    title: t('staff:actions'),
    place: 'line',
    cell: (entry) => (
      <span className="flex gap-2">
        <RowCommand
          label={t('staff:do_with', { what: t('staff:edit'), name: fullName(entry) })}
          text={t('staff:edit')}
          onPress={() => onEdit(entry)}
        />
        {entry.arrived === 0 && (
          <RowCommand
            label={t('staff:do_with', { what: t('entry.remove'), name: fullName(entry) })}
            text={t('entry.remove')}
            onPress={() => onRemove(entry)}
          />
        )}
      </span>
    ),
  };
  return [...columns, actions];
}
