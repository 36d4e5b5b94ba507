import { fullName } from '#shared/accounts/account-rules.ts';
import type { GuestRow } from '#shared/staff/guests.contract.ts';
import { BulkDialog } from '#web/staff/components/bulk-dialog.tsx';
import { useExport } from '#web/staff/components/file-command.ts';
import type { BulkCommand, DialogEnd, Selection } from '#web/staff/components/selection.tsx';
import { useMay } from '#web/staff/rights.tsx';
import { staffApi } from '#web/staff/staff-api.ts';
import { Checkbox } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { useTellGuest } from './status-form.tsx';

/** What may be done with chosen guests; nothing without a right to any of it. */
export function useGuestSelection(reload: () => void): Selection<GuestRow> | undefined {
  const { t } = useTranslation(['common', 'staff', 'staff-guests']);
  const may = useMay();
  const saveFile = useExport('guests.csv', (body) => staffApi.guests.chosenFile({ body }));
  const commands: BulkCommand<GuestRow>[] = [
    ...(may('guests.decide')
      ? [
          {
            name: t('staff-guests:bulk_commands.verify'),
            fits: ({ status }: GuestRow) => status !== 'Verified' && status !== 'Welcomed_Guest' && status !== 'Rejected',
            dialog: (rows: GuestRow[], { onClose, finish }: DialogEnd) => (
              <VerifyGuests
                rows={rows}
                onClose={onClose}
                onDone={() => {
                  finish();
                  reload();
                }}
              />
            ),
          },
        ]
      : []),
    ...(may('guests.export') ? [{ name: t('staff:selection.export'), run: (rows: GuestRow[]) => saveFile(rows.map(({ id }) => id)) }] : []),
  ];
  return commands.length > 0 ? { nameOf: fullName, commands } : undefined;
}

/** A guest whom a colleague decided about since the list was read is left alone. */
function VerifyGuests({ rows, onClose, onDone }: { rows: GuestRow[]; onClose(): void; onDone(): void }) {
  const { t } = useTranslation('staff-guests');
  const [tellGuest, setTellGuest] = useTellGuest();
  return (
    <BulkDialog<GuestRow>
      title={t('bulk_commands.verify_title', { count: rows.length })}
      text={t('bulk_commands.verify_text')}
      confirm={t('bulk_commands.verify')}
      rows={rows}
      nameOf={(guest) => `${fullName(guest)}, ${guest.email}`}
      send={({ id, status: from }) => staffApi.guests.changeStatus({ id, body: { status: 'Verified', from, tellGuest } })}
      undo={({ id, status }) => staffApi.guests.changeStatus({ id, body: { status, from: 'Verified', tellGuest: false } })}
      onClose={onClose}
      onDone={onDone}
    >
      <Checkbox label={t('bulk_commands.email')} checked={tellGuest} onChange={({ target }) => setTellGuest(target.checked)} />
    </BulkDialog>
  );
}
