import { useTranslation } from 'react-i18next';
import type { AuditEntryView } from '#shared/staff/audit.contract.ts';
import { DataTable } from '#web/staff/parts/data-table.tsx';
import { entryColumns } from './entry-columns.tsx';

/** What staff did to one thing; where it is shown, which thing is known. Its words are in `staff-audit`. */
export function EntryList({ entries, empty }: { entries: readonly AuditEntryView[]; empty: string }) {
  const { t } = useTranslation(['common', 'staff-audit']);
  if (entries.length === 0) return <p className="text-muted">{empty}</p>;
  const columns = entryColumns(t).filter(({ key }) => key !== 'subject');
  return <DataTable caption={t('staff-audit:title')} columns={columns} rows={entries} keyOf={({ id }) => id} />;
}
