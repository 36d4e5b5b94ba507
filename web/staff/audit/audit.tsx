import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PagedTable } from '#web/staff/parts/paged-table.tsx';
import { usePages } from '#web/staff/query.ts';
import { SectionTitle } from '#web/staff/section-title.tsx';
import { staffApi } from '#web/staff/staff-api.ts';
import { entryColumns } from './entry-columns.tsx';
import { EntryFilters, type Filters } from './entry-filters.tsx';

const everything: Filters = { staffId: '', action: '', kind: '', number: '', day: '' };

/** What staff did, for good: nobody can change or delete a line of it. */
export default function Audit() {
  const { t } = useTranslation(['common', 'staff', 'staff-audit']);
  const [filters, setFilters] = useState(everything);
  const choices = useQuery({ queryKey: ['audit-choices'], queryFn: ({ signal }) => staffApi.staffAudit.choices({}, { signal }) });
  const query = queryOf(filters);
  const pages = usePages(['audit', query], (before, signal) => staffApi.staffAudit.entries({ ...query, before }, { signal }));
  return (
    <>
      <SectionTitle>{t('staff:sections.audit')}</SectionTitle>
      <p className="mb-5 text-muted">{t('staff-audit:about')}</p>
      <EntryFilters filters={filters} choices={choices.data} onChange={(part) => setFilters((all) => ({ ...all, ...part }))} />
      <PagedTable
        caption={t('staff:sections.audit')}
        columns={entryColumns(t)}
        pages={pages}
        keyOf={({ id }) => id}
        empty={t('staff-audit:empty')}
      />
    </>
  );
}

/** Boxes that are empty, or half filled, ask for nothing. */
function queryOf({ staffId, action, kind, number, day }: Filters) {
  return {
    ...(staffId && { staffId: Number(staffId) }),
    ...(action && { action }),
    ...(kind && { subject: /^\d+$/.test(number) ? `${kind} ${number}` : kind }),
    ...(day && { day }),
  };
}
