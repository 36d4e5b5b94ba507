import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StaffGuestView } from '#shared/staff/guests.contract.ts';
import { useCommand } from '#web/staff/parts/use-command.ts';
import { staffApi } from '#web/staff/staff-api.ts';

/** Its last digits; the whole number is asked for, and that is written down. */
export function PersonalNumber({ guest }: { guest: Pick<StaffGuestView, 'id' | 'personalNumberEnd'> }) {
  const { t } = useTranslation('staff-guests');
  const [whole, setWhole] = useState<string>();
  const { isBusy, run } = useCommand();
  const show = () => void run(async () => setWhole((await staffApi.guests.showPersonalNumber({ id: guest.id })).personalNumber));
  return (
    <span className="type-tabular">
      <output>{whole ?? `•••••••${guest.personalNumberEnd}`}</output>
      {whole === undefined && (
        <button type="button" aria-disabled={isBusy || undefined} onClick={show} className="link ms-3 min-h-6">
          {t('show_number')}
        </button>
      )}
    </span>
  );
}
