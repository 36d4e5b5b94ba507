import { useState } from 'react';
import { ApiError } from '#shared/errors.ts';
import { GUESTS_KNOWN, type GuestsKnown, settingsOf } from '#shared/tickets/claims.ts';
import { errorText } from '#web/lib/error-text.ts';
import { toast } from '#web/lib/toast.ts';
import { useCommand } from '#web/staff/components/use-command.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { ConfirmDialog } from '#web/staff/ui/dialog.tsx';
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

type Chosen = { known: GuestsKnown; confirmedCodes?: number };

/** The choice of a stored event, saved at once, without the rest of the event; after a question if tickets get their codes by it. */
export function StoredGuestsKnown({ eventId, stored }: { eventId: number; stored: GuestsKnown }) {
  const { t } = useTranslation(['common', 'errors', 'staff-guests']);
  const [known, setKnown] = useState(stored);
  const [question, setQuestion] = useState<Required<Chosen>>();
  const command = useCommand(
    ({ known: next, ...confirmed }: Chosen) =>
      staffApi.guests.setVerifiedOnly({ id: eventId, body: { ...settingsOf(next), ...confirmed } }),
    {
      onSuccess(_, { known: next }) {
        setKnown(next);
        setQuestion(undefined);
        toast.success(t(`staff-guests:guests_known.saved.${next}`));
      },
      onError(error, { known: next }) {
        const count = codesToConfirm(error);
        if (count === undefined) toast.error(errorText(error, t));
        else setQuestion({ known: next, confirmedCodes: count });
      },
    },
  );
  return (
    <>
      <GuestsKnownChoice
        value={command.isPending ? (command.input?.known ?? known) : known}
        onChange={(next) => command.run({ known: next })}
      />
      {question && (
        <ConfirmDialog
          title={t('staff-guests:guests_known.confirm.title')}
          text={t('staff-guests:guests_known.confirm.text', { count: question.confirmedCodes })}
          confirm={t('staff-guests:guests_known.confirm.submit')}
          isPending={command.isPending}
          onConfirm={() => command.run(question)}
          onClose={() => setQuestion(undefined)}
        />
      )}
    </>
  );
}

/** Returns how many tickets get their code by the choice, if that has to be confirmed. */
const codesToConfirm = (error: Error): number | undefined =>
  error instanceof ApiError && error.body.code === 'codes_to_confirm' ? Number(error.body.params?.['count']) : undefined;
