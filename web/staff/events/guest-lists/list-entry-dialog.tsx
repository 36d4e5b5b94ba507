import { z } from 'zod';
import { fullName } from '#shared/accounts/account-rules.ts';
import type { GuestListEntryView } from '#shared/staff/guest-lists.contract.ts';
import { PlusOnesInput } from '#shared/staff/guest-lists.schemas.ts';
import { toast } from '#web/lib/toast.ts';
import { FormDialog } from '#web/staff/components/form-dialog.tsx';
import { useStaffForm } from '#web/staff/components/staff-form.ts';
import { useInlineFailure } from '#web/staff/components/use-command.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Field } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { FormNote } from '#web/ui/form-note.tsx';
import { type ListChange, typedNumber } from './list-form.ts';

const TypedPlusOnes = z
  .object({ plusOnes: z.string() })
  .transform(({ plusOnes }) => ({ plusOnes: typedNumber(plusOnes) }))
  .pipe(PlusOnesInput);

type EntryDialogProps = ListChange & { entry: GuestListEntryView; onClose(): void };

/** Changes the number of companions of a guest list entry. */
export function EntryDialog({ entry, show, reload, onClose }: EntryDialogProps) {
  const { t } = useTranslation(['common', 'staff-lists', 'forms', 'staff']);
  const { failure, onFailed, attempt } = useInlineFailure();
  const name = fullName(entry);
  const form = useStaffForm({
    schema: TypedPlusOnes,
    defaultValues: { plusOnes: String(entry.plusOnes) },
    send: (body) => staffApi.staffLists.changeEntry({ id: entry.id, body }),
    onSent(lists, { plusOnes }) {
      show(lists);
      toast.success(t('staff-lists:entry.saved', { name, plusOnes }));
      onClose();
    },
    onFailed,
    onSettled: reload,
  });
  return (
    <FormDialog title={t('staff-lists:entry.title', { name })} form={form} submit={t('staff:save')} onClose={onClose}>
      <Field
        id="entry-plusOnes"
        label={t('staff-lists:entry.field')}
        inputMode="numeric"
        autoComplete="off"
        inputClass="w-28"
        {...form.control('plusOnes')}
      />
      <FormNote key={attempt} text={failure} />
    </FormDialog>
  );
}
