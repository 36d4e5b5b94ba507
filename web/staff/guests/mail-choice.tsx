import { useTranslation } from 'react-i18next';
import { Checkbox } from '#web/ui/checkbox.tsx';

export type MailWish = { tellGuest: boolean; sendReason: boolean };

/** Whether a decision is told by mail, and whether the guest reads the reason. */
export function MailChoice({ tellGuest, sendReason, onChange }: MailWish & { onChange(next: MailWish): void }) {
  const { t } = useTranslation('staff-guests');
  return (
    <div>
      <Checkbox
        label={t('tell_guest')}
        checked={tellGuest}
        onChange={({ target }) => onChange({ tellGuest: target.checked, sendReason: target.checked && sendReason })}
      />
      {tellGuest && (
        <Checkbox
          label={t('send_reason')}
          checked={sendReason}
          onChange={({ target }) => onChange({ tellGuest, sendReason: target.checked })}
        />
      )}
    </div>
  );
}
