import { useState } from 'react';
import { z } from 'zod';
import { ApiError } from '#shared/errors.ts';
import type { MemberView } from '#shared/staff/team.contract.ts';
import { RoleSet } from '#shared/staff/team.schemas.ts';
import { errorText } from '#web/lib/error-text.ts';
import { toast } from '#web/lib/toast.ts';
import { FormDialog } from '#web/staff/components/form-dialog.tsx';
import { useStaffForm } from '#web/staff/components/staff-form.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { RoleBoxes } from './role-boxes.tsx';
import { RoleNames } from './rows.tsx';

const TypedRoles = z.object({ roles: RoleSet });

type RolesDialogProps = {
  member: MemberView;
  onClose(): void;
  onDone(): void;
  /** Returns the member as stored now; undefined once it has no role. @throws when it cannot be read */
  reload(): Promise<MemberView | undefined>;
};

/** Replaces the roles of a member. Roles that another Owner set are shown, and the user's choice is kept until it is saved again. */
export function RolesDialog({ member: { id, firstName, lastName, roles }, onClose, onDone, reload }: RolesDialogProps) {
  const { t } = useTranslation(['common', 'staff', 'staff-team', 'forms', 'errors']);
  const name = `${firstName} ${lastName}`;
  const [seen, setSeen] = useState(roles);
  const [isOutdated, setOutdated] = useState(false);

  const showNow = async () => {
    try {
      const now = await reload();
      if (now) {
        setSeen(now.roles);
        return setOutdated(true);
      }
      toast.info(t('staff-team:remove.done', { name }));
      return onClose();
    } catch (error) {
      return toast.error(errorText(error, t));
    }
  };
  const form = useStaffForm({
    schema: TypedRoles,
    defaultValues: { roles },
    send: ({ roles: wanted }) => staffApi.staffTeam.changeRoles({ id, body: { seen, wanted } }),
    onSent() {
      onClose();
      onDone();
      toast.success(t('staff-team:roles.done', { name }));
    },
    onFailed(error) {
      const isConflict = error instanceof ApiError && error.body.code === 'conflict';
      if (isConflict) void showNow();
      return isConflict;
    },
  });
  return (
    <FormDialog title={t('staff-team:roles.title', { name })} form={form} submit={t('staff-team:roles.submit')} onClose={onClose}>
      <RoleBoxes {...form.controlled('roles')} />
      {isOutdated && (
        <p role="alert" className="border-s-4 border-warn ps-4">
          {t('staff-team:roles.changed_meanwhile')}{' '}
          <strong>
            <RoleNames roles={seen} />
          </strong>
          . {t('staff-team:roles.save_again')}
        </p>
      )}
    </FormDialog>
  );
}
