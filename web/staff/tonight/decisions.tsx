import CircleCheck from 'lucide-react/icons/circle-check';
import OctagonX from 'lucide-react/icons/octagon-x';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from '#web/ui/translation.tsx';
import { fullName } from '#shared/accounts/account-rules.ts';
import { timeText } from '#shared/dates.ts';
import type { DoorDecision } from '#shared/staff/tonight.contract.ts';
import { type Column, DataTable, PagedTable } from '#web/staff/parts/data-table.tsx';
import { FilterBox } from '#web/staff/parts/filters.tsx';
import { staffApi, usePages } from '#web/staff/staff-api.ts';
import { UndoAdmission, type Undoable } from './undo-admission.tsx';

const REASONS = [
  'admitted_other_event',
  'other_event',
  'event_cancelled',
  'ticket_used',
  'ticket_refunded',
  'ticket_revoked',
  'ticket_transferred',
  'code_tampered',
  'banned',
  'on_list',
  'not_on_list',
  'entry_used',
  'list_full',
  'free_until_over',
  'not_open_yet',
  'full',
] as const;

/** From this number on a box filters them. */
const MANY = 8;

type DecisionsProps = { eventId: number; decisions: readonly DoorDecision[] };

/** The last decisions at the door, live, newest first; all of them, or those about somebody, are asked for. */
export function Decisions({ eventId, decisions }: DecisionsProps) {
  const { t } = useTranslation(['staff-tonight', 'staff']);
  const id = useId();
  const [search, setSearch] = useState('');
  const [isAll, setAll] = useState(false);
  const [opened, setOpened] = useState<Undoable>();
  const heading = useRef<HTMLHeadingElement>(null);
  const client = useQueryClient();
  const undone = () => {
    flushSync(() => setOpened(undefined));
    // The button that had the focus is about to go.
    heading.current?.focus();
    void client.invalidateQueries({ queryKey: ['decisions', eventId] });
  };
  const columns = useColumns(setOpened);
  const isRead = search !== '' || isAll;
  return (
    <div>
      <h2 ref={heading} id={id} tabIndex={-1} className="font-bold">
        {t(isRead ? 'staff-tonight:all_decisions' : 'staff-tonight:decisions')}
      </h2>
      {opened && <UndoAdmission decision={opened} onUndone={undone} onClose={() => setOpened(undefined)} />}
      {decisions.length === 0 && <p className="py-4 text-muted">{t('staff-tonight:no_decisions')}</p>}
      {decisions.length >= MANY && (
        <div className="my-4">
          <FilterBox label={t('staff-tonight:find_decision')} search={search} onFilter={setSearch} />
        </div>
      )}
      {isRead && <ReadDecisions eventId={eventId} search={search} columns={columns} />}
      {!isRead && decisions.length > 0 && <DataTable labelledBy={id} rows={decisions} keyOf={({ id }) => id} columns={columns} />}
      {decisions.length >= MANY && search === '' && (
        <button type="button" className="link mt-2 min-h-11" onClick={() => setAll(!isAll)}>
          {t(isAll ? 'staff-tonight:only_last' : 'staff-tonight:show_all')}
        </button>
      )}
    </div>
  );
}

type ReadProps = { eventId: number; search: string; columns: readonly Column<DoorDecision>[] };

function ReadDecisions({ eventId, search, columns }: ReadProps) {
  const { t } = useTranslation('staff-tonight');
  const pages = usePages(['decisions', eventId, search], (before, signal) =>
    staffApi.staffTonight.decisions({ body: { eventId, search, ...(before !== undefined && { before }) } }, { signal }),
  );
  return <PagedTable caption={t('all_decisions')} pages={pages} keyOf={({ id }) => id} empty={t('none_found')} columns={columns} />;
}

function useColumns(onUndo: (decision: Undoable) => void): Column<DoorDecision>[] {
  const { t } = useTranslation('staff-tonight');
  return [
    {
      key: 'time',
      title: t('time'),
      place: 'detail',
      cell: ({ at, door }) => (
        <>
          <span className="type-tabular">{timeText(at)}</span>
          {door && <span className="block text-muted">{door}</span>}
        </>
      ),
    },
    {
      key: 'guest',
      title: t('guest'),
      place: 'name',
      cell: ({ guest }) => <span className="whitespace-nowrap">{fullName(guest)}</span>,
    },
    { key: 'born', title: t('born'), cell: ({ guest }) => <span className="type-tabular">{bornText(guest.born)}</span> },
    { key: 'ticket', title: t('ticket'), isNumber: true, cell: ({ ticketId }) => ticketId ?? '–' },
    { key: 'decision', title: t('decision'), place: 'state', cell: (decision) => <Decision decision={decision} onUndo={onUndo} /> },
  ];
}

const LOOKS = {
  accepted: { Icon: CircleCheck, colour: 'text-ok' },
  refused: { Icon: TriangleAlert, colour: 'text-warn' },
  rejected: { Icon: OctagonX, colour: 'text-danger' },
  conflict: { Icon: TriangleAlert, colour: 'text-danger' },
  noted: { Icon: TriangleAlert, colour: 'text-warn' },
} as const;

const isUndoable = (decision: DoorDecision): decision is Undoable => decision.undo !== null;

type DecisionProps = { decision: DoorDecision; onUndo(decision: Undoable): void };

function Decision({ decision, onUndo }: DecisionProps) {
  const { result, reason, entry, isEventNamed, isAfterRevocation, refund, guest, isUndone } = decision;
  const { t } = useTranslation('staff-tonight');
  const { Icon, colour } = LOOKS[result];
  const known = result === 'conflict' ? undefined : REASONS.find((each) => each === reason);
  return (
    <>
      <span className={`inline-flex items-center gap-1.5 font-semibold whitespace-nowrap ${colour}`}>
        <Icon size={16} aria-hidden="true" />
        {known ? t(`reasons.${known}`) : t(`results.${result}`)}
      </span>
      {isUndone && <span className="block font-semibold text-warn">{t('undo.undone')}</span>}
      {entry && <span className="block wrap-anywhere text-muted">{t('by_list', { people: entry.people, list: entry.list })}</span>}
      {!isEventNamed && <span className="block text-muted">{t('no_event_named')}</span>}
      {isAfterRevocation && result !== 'noted' && <span className="block text-warn">{t('after_revocation')}</span>}
      {refund && (
        <span className="block text-muted">
          {t(`refund.${refund.state}`)}: {refund.reason}
        </span>
      )}
      {isUndoable(decision) && (
        <button type="button" className="link block" aria-label={t('undo.of', { name: fullName(guest) })} onClick={() => onUndo(decision)}>
          {t('undo.open')}
        </button>
      )}
    </>
  );
}

/** `14.03.2001`: a date of birth is compared with a document, so it stays in digits. Nobody knows that of people on door lists. */
const bornText = (day: string): string => (day === '' ? '–' : day.split('-').toReversed().join('.'));
