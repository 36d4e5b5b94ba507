import { useState } from 'react';
import { GUESTS_KNOWN, type GuestsKnown, settingsOf } from '#shared/tickets/claims.ts';
import { toast } from '#web/lib/toast.ts';
import { useCommand } from '#web/staff/components/use-command.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Select } from '#web/staff/ui/select.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

type ChoiceProps = { value: GuestsKnown; onChange(value: GuestsKnown): void };

/** Whom the tickets of an event must name. Its texts are in `staff-guests`. */
export function GuestsKnownChoice({ value, onChange }: ChoiceProps) {
  const { t } = useTranslation('staff-guests');
  return (
    <Select
      label={t('guests_known.label')}
      hint={t(`guests_known.hints.${value}`)}
      options={GUESTS_KNOWN.map((known) => ({ value: known, text: t(`guests_known.options.${known}`) }))}
      value={value}
      onChange={onChange}
    />
  );
}

/** The choice of a stored event, saved at once, without the rest of the event. */
export function StoredGuestsKnown({ eventId, stored }: { eventId: number; stored: GuestsKnown }) {
  const { t } = useTranslation('staff-guests');
  const [known, setKnown] = useState(stored);
  const command = useCommand((next: GuestsKnown) => staffApi.guests.setVerifiedOnly({ id: eventId, body: settingsOf(next) }), {
    onSuccess(_, next) {
      setKnown(next);
      toast.success(t(`guests_known.saved.${next}`));
    },
  });
  return <GuestsKnownChoice value={command.isPending ? (command.input ?? known) : known} onChange={command.run} />;
}
