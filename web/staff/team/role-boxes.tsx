import { STAFF_ROLES, type StaffRole } from '#shared/staff/rights.ts';
import { ChoiceBoxes } from '#web/staff/ui/choices.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

type RoleBoxesProps = { value: readonly StaffRole[]; error: string | undefined; onChange(roles: StaffRole[]): void };

/** One box per role, with a line that says what it may do. */
export function RoleBoxes(props: RoleBoxesProps) {
  const { t } = useTranslation(['common', 'staff', 'staff-team']);
  return (
    <ChoiceBoxes
      label={t('staff-team:role_boxes')}
      choices={STAFF_ROLES.map((role) => ({ value: role, text: t(`staff:roles.${role}`), about: t(`staff:role_texts.${role}`) }))}
      {...props}
    />
  );
}
