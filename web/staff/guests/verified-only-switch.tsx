import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#web/lib/toast.ts';
import { useCommand } from '#web/staff/parts/use-command.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';

type VerifiedOnlySwitchProps = { nightId: number; verifiedOnly: boolean; onChange?: (verifiedOnly: boolean) => void };

/** Whom a night takes. It holds at once, without saving the rest of the night. Its words are in `staff-guests`. */
export function VerifiedOnlySwitch({ nightId, verifiedOnly, onChange }: VerifiedOnlySwitchProps) {
  const { t } = useTranslation('staff-guests');
  const [isOn, setOn] = useState(verifiedOnly);
  const { run } = useCommand();
  const change = async (next: boolean) => {
    setOn(next);
    const isDone = await run(async () => void (await staffApi.guests.setVerifiedOnly({ id: nightId, body: { verifiedOnly: next } })));
    if (!isDone) return setOn(!next);
    onChange?.(next);
    toast.success(t(next ? 'verified_only.on' : 'verified_only.off'));
  };
  return (
    <Checkbox
      label={t('verified_only.label')}
      hint={t('verified_only.hint')}
      checked={isOn}
      onChange={({ target }) => void change(target.checked)}
    />
  );
}
