import { z } from 'zod';
import { LANGUAGES } from '#shared/constants.ts';
import { STAFF_ROLES, type StaffRole } from '#shared/staff/rights.ts';
import { InvitationInput } from '#shared/staff/team.schemas.ts';
import { toast } from '#web/lib/toast.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { FormDialog } from '#web/staff/components/form-dialog.tsx';
import { useStaffForm } from '#web/staff/components/staff-form.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Select } from '#web/staff/ui/select.tsx';
import { Field } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { RoleBoxes } from './role-boxes.tsx';

const InvitationDraft = z.object({ email: z.string(), roles: z.array(z.enum(STAFF_ROLES)), language: z.enum(LANGUAGES) });

/** Invites an address with roles; the mail is in the chosen language. */
export function InviteDialog({ onClose, onDone }: { onClose(): void; onDone(): void }) {
  const { t } = useTranslation(['common', 'staff-team', 'forms', 'staff']);
  const { language } = useLanguage();
  const form = useStaffForm({
    schema: InvitationInput,
    defaultValues: { email: '', roles: Array.of<StaffRole>(), language },
    draft: { name: 'team-invitation', schema: InvitationDraft },
    send: (body, idempotencyKey) => staffApi.staffTeam.invite({ body }, { idempotencyKey }),
    onSent(_, { email }) {
      onClose();
      onDone();
      toast.success(t('staff-team:invite.done', { email }));
    },
  });
  return (
    <FormDialog title={t('staff-team:invite.title')} form={form} submit={t('staff-team:invite.submit')} onClose={onClose}>
      <Field
        label={t('staff-team:invite.email')}
        hint={t('staff-team:invite.email_hint')}
        type="email"
        autoComplete="off"
        spellCheck={false}
        {...form.control('email')}
      />
      <RoleBoxes {...form.controlled('roles')} />
      <Select
        label={t('staff:email_language')}
        options={LANGUAGES.map((value) => ({ value, text: t(`languages.${value}`) }))}
        {...form.controlled('language')}
      />
    </FormDialog>
  );
}
