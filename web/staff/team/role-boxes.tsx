import { STAFF_ROLES, type StaffRole } from '#shared/staff/rights.ts';
import { ChoiceBoxes } from '#web/staff/components/choice-boxes.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

type RoleBoxesProps = { value: readonly StaffRole[]; error: string | undefined; onChange(roles: StaffRole[]): void };

/** One box per role, with a line that says what it may do. */
export function RoleBoxes(props: RoleBoxesProps) {
  const { t } = useTranslation(['common', 'staff', 'staff-team']);
  return (
    <ChoiceBoxes
      legend={t('staff-team:role_boxes')}
      choices={STAFF_ROLES}
      textsOf={(role) => ({ title: t(`staff:roles.${role}`), text: t(`staff:role_texts.${role}`) })}
      {...props}
    />
  );
}
