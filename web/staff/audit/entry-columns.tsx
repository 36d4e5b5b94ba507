import type { AuditEntryView } from '#shared/staff/audit.contract.ts';
import type { Translate } from '#web/lib/i18n.ts';
import type { Column } from '#web/staff/parts/data-table.tsx';
import { Moment } from '#web/staff/parts/moment.tsx';
import { EntryDetail, EntrySubject } from './entry-detail.tsx';
import { actionWords } from './entry-words.ts';

/** When, who, what, to what, and how it was before. */
export const entryColumns = (t: Translate): Column<AuditEntryView>[] => [
  { key: 'at', title: t('staff-audit:when'), cell: ({ at }) => <Moment at={at} /> },
  { key: 'staff', title: t('staff-audit:staff'), cell: ({ staff }) => <span className="whitespace-nowrap">{staff.name}</span> },
  { key: 'action', title: t('staff-audit:action'), cell: ({ action }) => actionWords(action, t) },
  { key: 'subject', title: t('staff-audit:subject'), cell: (entry) => <EntrySubject entry={entry} /> },
  { key: 'detail', title: t('staff-audit:detail'), cell: (entry) => <EntryDetail entry={entry} /> },
];
