import { z } from 'zod';
import { PASS_RIGHTS, type PassRight } from '#shared/door/passes.ts';
import type { PassCode } from '#shared/staff/passes.contract.ts';
import { PASS_NAME_MAX, PassFields } from '#shared/staff/passes.schemas.ts';
import { ChoiceBoxes } from '#web/staff/components/choice-boxes.tsx';
import { useStaffForm } from '#web/staff/components/staff-form.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/fields.tsx';
import { Kept } from '#web/ui/kept.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

/** The draft of a pass that is not made yet. */
const PassDraft = z.object({ name: z.string() });
const USUAL_RIGHTS: PassRight[] = ['scan', 'reject', 'undo'];

type NewPassProps = {
  eventId: number;
  /** The proposed name. */
  name: string;
  onClose(): void;
  onMade(code: PassCode, name: string): void;
};

/** Makes a pass for one phone: a name, and what the phone may do. */
export function NewPass({ eventId, name, onClose, onMade }: NewPassProps) {
  const { t } = useTranslation(['common', 'staff-doors', 'forms']);
  const form = useStaffForm({
    schema: PassFields,
    defaultValues: { eventId, name, rights: USUAL_RIGHTS },
    draft: { name: `pass-${eventId}`, schema: PassDraft },
    send: (body) => staffApi.staffPasses.create({ body }),
    onSent: (code, fields) => onMade(code, fields.name),
  });
  return (
    <Dialog title={t('staff-doors:create.title')} className="p-5" onClose={onClose}>
      <form noValidate onSubmit={form.submit} className="mt-4 flex flex-col gap-6">
        <Kept {...form} />
        <Field
          label={t('staff-doors:create.name')}
          hint={t('staff-doors:create.name_hint')}
          maxLength={PASS_NAME_MAX}
          autoComplete="off"
          {...form.control('name')}
        />
        <ChoiceBoxes
          legend={t('staff-doors:create.rights')}
          choices={PASS_RIGHTS}
          textsOf={(right) => ({ title: t(`staff-doors:right_title.${right}`), text: t(`staff-doors:right_text.${right}`) })}
          {...form.controlled('rights')}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" size="small" isPending={form.isPending} pendingLabel={t('staff-doors:create.pending')}>
            {t('staff-doors:create.submit')}
          </Button>
          <Button look="secondary" size="small" onClick={onClose}>
            {t('staff-doors:create.cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
