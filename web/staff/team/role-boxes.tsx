import { useTranslation } from 'react-i18next';
import { STAFF_ROLES, type StaffRole } from '#shared/staff/rights.ts';
import { Checkbox } from '#web/ui/fields.tsx';

type RoleBoxesProps = { value: readonly StaffRole[]; error: string | undefined; onChange(roles: StaffRole[]): void };

/** One box per role, with a line that says what it may do. The error stands at the first box, which then takes the focus. */
export function RoleBoxes({ value, error, onChange }: RoleBoxesProps) {
  const { t } = useTranslation(['common', 'staff', 'staff-team']);
  const change = (role: StaffRole, isChosen: boolean) =>
    onChange(STAFF_ROLES.filter((each) => (each === role ? isChosen : value.includes(each))));
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 font-semibold">{t('staff-team:role_boxes')}</legend>
      {STAFF_ROLES.map((role, position) => (
        <Checkbox
          key={role}
          checked={value.includes(role)}
          error={position === 0 ? error : undefined}
          onChange={({ target }) => change(role, target.checked)}
          label={
            <>
              <span className="block font-semibold">{t(`staff:roles.${role}`)}</span>
              <span className="block text-muted">{t(`staff:role_texts.${role}`)}</span>
            </>
          }
        />
      ))}
    </fieldset>
  );
}
