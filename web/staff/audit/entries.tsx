import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AuditEntryView } from '#shared/staff/audit.contract.ts';
import type { Translate } from '#web/lib/i18n.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { type Column, DataTable } from '#web/staff/parts/data-table.tsx';
import { Moment } from '#web/staff/parts/facts.tsx';
import { staffPath } from '#web/staff/staff-api.ts';
import { actionText, detailTexts, subjectText } from './entry-text.ts';

/** When, who, what, to what, and how it was before. */
export const entryColumns = (t: Translate): Column<AuditEntryView>[] => [
  { key: 'at', title: t('staff-audit:when'), cell: ({ at }) => <Moment at={at} /> },
  { key: 'staff', title: t('staff-audit:staff'), cell: ({ staff }) => <span className="whitespace-nowrap">{staff.name}</span> },
  { key: 'action', title: t('staff-audit:action'), cell: ({ action }) => actionText(action, t) },
  { key: 'subject', title: t('staff-audit:subject'), cell: (entry) => <EntrySubject entry={entry} /> },
  { key: 'detail', title: t('staff-audit:detail'), cell: (entry) => <EntryDetail entry={entry} /> },
];

/** Where each kind of thing is shown. */
const sections = new Map([
  ['guest', 'guests'],
  ['order', 'orders'],
  ['event', 'nights'],
  ['enquiry', 'enquiries'],
]);

/** The record that was changed, with a link to it. */
function EntrySubject({ entry: { subject } }: { entry: AuditEntryView }) {
  const { t } = useTranslation(['common', 'staff-audit']);
  const [kind = '', id = ''] = subject.split(' ');
  const section = sections.get(kind);
  const text = subjectText(subject, t);
  if (section === undefined || !/^\d+$/.test(id)) return <span className="whitespace-nowrap">{text}</span>;
  return (
    <Link to={staffPath(`${section}/${id}`)} className="link whitespace-nowrap">
      {text}
    </Link>
  );
}

/** Before → after, and why. */
function EntryDetail({ entry }: { entry: AuditEntryView }) {
  const { t } = useTranslation(['common', 'staff-audit', 'accounts']);
  const { language } = useLanguage();
  return (
    <ul className="min-w-60">
      {detailTexts(entry, language, t).map(({ label, text }) => (
        <li key={label} className="wrap-anywhere">
          {label !== '' && <span className="text-muted">{label}: </span>}
          {text}
        </li>
      ))}
    </ul>
  );
}

/** What staff did to one thing; where it is shown, which thing is known. Its texts are in `staff-audit`. */
export function EntryList({ entries, empty }: { entries: readonly AuditEntryView[]; empty: string }) {
  const { t } = useTranslation(['common', 'staff-audit']);
  if (entries.length === 0) return <p className="text-muted">{empty}</p>;
  const columns = entryColumns(t).filter(({ key }) => key !== 'subject');
  return <DataTable caption={t('staff-audit:title')} columns={columns} rows={entries} keyOf={({ id }) => id} />;
}
