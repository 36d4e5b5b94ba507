import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from '#web/ui/translation.tsx';
import { fullName } from '#shared/accounts/account-rules.ts';
import { timeText } from '#shared/dates.ts';
import type { DoorDecision } from '#shared/staff/tonight.contract.ts';
import { type Column, DataTable, PagedTable } from '#web/staff/components/data-table.tsx';
import { FilterBox } from '#web/staff/components/filters.tsx';
import { staffApi, usePages } from '#web/staff/staff-api.ts';
import { Decision, DecisionDetail, useBorn } from './decision.tsx';
import { useMay } from '#web/staff/rights.tsx';
import { RefundDenied, type Refundable } from './refund-denied.tsx';
import { UndoAdmission, type Undoable } from './undo-admission.tsx';

/** From this number on a box filters them. */
const MANY = 8;

type DecisionsProps = { eventId: number; decisions: readonly DoorDecision[] };

/** The last decisions at the door, live, newest first; all of them, or those about one guest, are fetched on request. */
export function Decisions({ eventId, decisions }: DecisionsProps) {
  const { t } = useTranslation(['staff-tonight', 'staff']);
  const id = useId();
  const [search, setSearch] = useState('');
  const [isAll, setAll] = useState(false);
  const [opened, setOpened] = useState<Undoable>();
  const [refunded, setRefunded] = useState<Refundable>();
  const [shown, setShown] = useState<DoorDecision>();
  const heading = useRef<HTMLHeadingElement>(null);
  const client = useQueryClient();
  const may = useMay();
  const changed = () => {
    flushSync(() => {
      setOpened(undefined);
      setRefunded(undefined);
    });
    // The button that had the focus is about to disappear.
    heading.current?.focus();
    void client.invalidateQueries({ queryKey: ['decisions', eventId] });
  };
  const columns = useColumns({ onUndo: setOpened, onRefund: may('money.refund') ? setRefunded : undefined, onOpen: setShown });
  const isSearching = search !== '' || isAll;
  return (
    <div>
      <h2 ref={heading} id={id} tabIndex={-1} className="text-[1.25rem] leading-7 font-bold">
        {t(isSearching ? 'staff-tonight:all_decisions' : 'staff-tonight:decisions')}
      </h2>
      {opened && <UndoAdmission decision={opened} onUndone={changed} onClose={() => setOpened(undefined)} />}
      {refunded && <RefundDenied decision={refunded} onDone={changed} onClose={() => setRefunded(undefined)} />}
      {shown && <DecisionDetail decision={shown} onClose={() => setShown(undefined)} />}
      {decisions.length === 0 && <p className="py-4 text-muted">{t('staff-tonight:no_decisions')}</p>}
      {decisions.length >= MANY && (
        <div className="my-4">
          <FilterBox label={t('staff-tonight:find_decision')} search={search} onFilter={setSearch} />
        </div>
      )}
      {isSearching && <AllDecisions eventId={eventId} search={search} columns={columns} />}
      {!isSearching && decisions.length > 0 && (
        <>
          <Unnamed decisions={decisions} />
          <DataTable labelledBy={id} rows={decisions} keyOf={({ id }) => id} columns={columns} />
        </>
      )}
      {decisions.length >= MANY && search === '' && (
        <button type="button" className="link mt-2 min-h-11" onClick={() => setAll(!isAll)}>
          {t(isAll ? 'staff-tonight:only_last' : 'staff-tonight:show_all')}
        </button>
      )}
    </div>
  );
}

type AllProps = { eventId: number; search: string; columns: readonly Column<DoorDecision>[] };

function AllDecisions({ eventId, search, columns }: AllProps) {
  const { t } = useTranslation('staff-tonight');
  const pages = usePages(['decisions', eventId, search], (before, signal) =>
    staffApi.staffTonight.decisions({ body: { eventId, search, ...(before !== undefined && { before }) } }, { signal }),
  );
  return (
    <>
      <Unnamed decisions={pages.items} />
      <PagedTable caption={t('all_decisions')} pages={pages} keyOf={({ id }) => id} empty={t('none_found')} columns={columns} />
    </>
  );
}

/** How many scans did not name the event of the door; each detail says so. */
function Unnamed({ decisions }: { decisions: readonly DoorDecision[] }) {
  const { t } = useTranslation('staff-tonight');
  const count = decisions.filter(({ isEventNamed }) => !isEventNamed).length;
  return count > 0 && <p className="pb-2 text-muted">{t('unnamed', { count })}</p>;
}

type ColumnCalls = {
  onUndo(decision: Undoable): void;
  /** Missing for those who may not refund. */
  onRefund: ((decision: Refundable) => void) | undefined;
  onOpen(decision: DoorDecision): void;
};

/** This many digits distinguish the tickets of one event. */
const DIGITS = 4;
const narrow = '@min-[58rem]:hidden';
const wide = '@max-[58rem]:hidden';

/** In a narrow row: name and decision, below them time, date of birth, age and the end of the ticket's number. */
function useColumns({ onUndo, onRefund, onOpen }: ColumnCalls): Column<DoorDecision>[] {
  const { t } = useTranslation(['staff-tonight', 'staff']);
  const bornOf = useBorn();
  return [
    {
      key: 'time',
      title: t('time'),
      place: 'detail',
      cell: ({ at, door }) => (
        <>
          <span className="type-tabular">{timeText(at)}</span>
          {door && <span className={`block text-muted ${wide}`}>{door}</span>}
        </>
      ),
    },
    {
      key: 'guest',
      title: t('staff:guest'),
      place: 'name',
      cell: (decision) => (
        <button type="button" className="row-link text-start underline whitespace-nowrap" onClick={() => onOpen(decision)}>
          {fullName(decision.guest)}
        </button>
      ),
    },
    {
      key: 'born',
      title: t('born'),
      cell: (decision) => {
        const born = bornOf(decision);
        return born === undefined ? <span className={wide}>–</span> : <span className="type-tabular">{born}</span>;
      },
    },
    {
      key: 'ticket',
      title: t('staff:ticket'),
      isNumber: true,
      isTitled: false,
      cell: ({ ticketId }) => (
        <>
          <span className={wide}>{ticketId ?? '–'}</span>
          {ticketId !== null && <span className={narrow}>…{String(ticketId).slice(-DIGITS)}</span>}
        </>
      ),
    },
    {
      key: 'decision',
      title: t('staff:result'),
      place: 'state',
      cell: (decision) => <Decision decision={decision} onUndo={onUndo} onRefund={onRefund} />,
    },
  ];
}
