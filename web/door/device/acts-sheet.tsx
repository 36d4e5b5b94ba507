import { useEffect, useState } from 'react';
import { fullName } from '#shared/accounts/account-rules.ts';
import { timeText } from '#shared/dates.ts';
import type { Act } from '#web/door/phone/acts.ts';
import type { ListedGuest } from '#web/door/phone/door-phone.ts';
import type { DoorPhone } from '#web/door/phone/open-door-phone.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { TicketDigits } from './conflict-card.tsx';
import { listedName } from './listed-rows.tsx';

type ActsSheetProps = {
  phone: Pick<DoorPhone, 'acts'>;
  listed: readonly ListedGuest[];
  mayUndo(what: NonNullable<Act['undoes']>): boolean;
  onUndo(scanId: string): Promise<void>;
  onClose(): void;
};

/** What this phone did last, each with its undo. */
export function ActsSheet({ phone, listed, mayUndo, onUndo, onClose }: ActsSheetProps) {
  const { t } = useTranslation('scanner-device');
  const [acts, setActs] = useState<readonly Act[]>();
  useEffect(() => void phone.acts().then(setActs), [phone]);
  const undo = async (scanId: string) => {
    await onUndo(scanId);
    setActs(await phone.acts());
  };
  return (
    <Dialog title={t('acts.title')} className="flex flex-col gap-4 p-5" onClose={onClose}>
      {acts?.length === 0 && <p>{t('acts.none')}</p>}
      <ul className="flex flex-col">
        {acts?.map((act) => (
          <ActRow
            key={act.scanId}
            act={act}
            entry={listed.find(({ id }) => id === act.entryId)}
            onUndo={act.undoes && mayUndo(act.undoes) ? () => void undo(act.scanId) : undefined}
          />
        ))}
      </ul>
    </Dialog>
  );
}

function ActRow({ act, entry, onUndo }: { act: Act; entry: ListedGuest | undefined; onUndo: (() => void) | undefined }) {
  const { t } = useTranslation(['scanner-device', 'door']);
  const { at, does, because, guest, people, refund, isUndone, undoes } = act;
  const name = guest ? fullName(guest) : entry && listedName(entry);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-control py-2">
      <span className="type-tabular shrink-0 font-bold">{timeText(at)}</span>
      <div className="min-w-0 grow basis-[11rem]">
        <p className="font-semibold wrap-anywhere">
          {t(`acts.does.${does}`)}
          {because && `: ${t(`door:reject_reasons.${because}`)}`}
          {people > 1 && ` · ${t('listed.count', { count: people })}`}
        </p>
        {name !== undefined && (
          <p className="wrap-anywhere">
            {name}
            {guest && <TicketDigits ticketId={guest.ticketId} className="text-muted" />}
          </p>
        )}
        {refund && !isUndone && <p className="font-semibold">{t(`acts.refund.${refund}`)}</p>}
        {isUndone && <p className="font-semibold text-warn">{t('acts.undone')}</p>}
      </div>
      {onUndo && (
        <Button look="secondary" className="ms-auto shrink-0 px-4!" onClick={onUndo}>
          {t(undoes === 'refund' ? 'acts.stop_refund' : 'last.undo')}
        </Button>
      )}
    </li>
  );
}
