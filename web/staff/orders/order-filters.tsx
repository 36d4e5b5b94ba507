import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { isCalendarDay } from '#shared/accounts/age.ts';
import { DayFilter } from '#web/staff/parts/day-filter.tsx';
import { NightSelect } from '#web/staff/parts/night-select.tsx';
import { staffPath } from '#web/staff/staff-path.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Select } from '#web/ui/select.tsx';

const STATES = ['pending', 'paid', 'failed', 'refunded'] as const;

export type OrderFilterValues = {
  state?: (typeof STATES)[number];
  eventId?: number;
  day?: string;
  isFlagged?: boolean;
};

/** The filters stand in the address, so that a reload and a link keep them. */
export function useOrderFilters(): { filters: OrderFilterValues; change(part: Record<string, string>): void } {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const state = STATES.find((known) => known === query.get('state'));
  const eventId = Number(query.get('night'));
  const day = query.get('day') ?? '';
  return {
    filters: {
      ...(state && { state }),
      ...(Number.isSafeInteger(eventId) && eventId > 0 && { eventId }),
      ...(isCalendarDay(day) && { day }),
      ...(query.get('flagged') === 'true' && { isFlagged: true }),
    },
    change(part) {
      const next = new URLSearchParams(query);
      for (const [name, value] of Object.entries(part)) {
        if (value === '') next.delete(name);
        else next.set(name, value);
      }
      void navigate(`${staffPath('orders')}${next.size > 0 ? `?${next}` : ''}`, { replace: true, preventScrollReset: true });
    },
  };
}

type OrderFiltersProps = { filters: OrderFilterValues; onChange(part: Record<string, string>): void };

export function OrderFilters({ filters, onChange }: OrderFiltersProps) {
  const { t } = useTranslation(['common', 'staff-orders']);
  return (
    <div className="flex flex-wrap items-end gap-4">
      <Select label={t('staff-orders:state')} value={filters.state ?? ''} onChange={({ target }) => onChange({ state: target.value })}>
        <option value="">{t('staff-orders:any')}</option>
        {STATES.map((state) => (
          <option key={state} value={state}>
            {t(`staff-orders:states.${state}`)}
          </option>
        ))}
      </Select>
      <NightSelect
        label={t('staff-orders:night')}
        empty={t('staff-orders:any')}
        eventId={filters.eventId}
        onChange={(night) => onChange({ night })}
      />
      <DayFilter label={t('staff-orders:day')} day={filters.day ?? ''} onChange={(day) => onChange({ day })} />
      <Checkbox
        label={t('staff-orders:flagged_only')}
        checked={filters.isFlagged ?? false}
        onChange={({ target }) => onChange({ flagged: target.checked ? 'true' : '' })}
      />
    </div>
  );
}
