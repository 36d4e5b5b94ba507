import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { ProfileView } from '#shared/accounts/account.views.ts';
import { needsReverification } from '#shared/accounts/reverification.ts';
import type { ProfileFields } from './profile-fields.ts';
import { readStatus } from './status.ts';

export const REVERIFICATION = 'reverification';

/** Whether the form, as it stands, would set the guest back to Pending: by the name, by the birthdate, or not at all. */
export function useReverification(profile: ProfileView): 'name' | 'birthdate' | undefined {
  const { control } = useFormContext<ProfileFields>();
  const [firstName, lastName, birthdate] = useWatch({ control, name: ['firstName', 'lastName', 'birthdate'] });
  const status = readStatus(profile.status);
  const name = { firstName: firstName.trim(), lastName: lastName.trim() };
  if (needsReverification(status, profile, { ...profile, ...name })) return 'name';
  return needsReverification(status, profile, { ...profile, birthdate }) ? 'birthdate' : undefined;
}

/** Says before saving that staff will look at the account again. It stands under what was changed, so that no hand is moved by it. */
export function ReverificationNote() {
  return (
    <p id={REVERIFICATION} className="border-s-4 border-warn bg-surface-1 px-5 py-3 tablet:col-span-2">
      {useReverificationText()}
    </p>
  );
}

export function useReverificationText(): string {
  const { t } = useTranslation(['common', 'accounts']);
  return t('accounts:profile.reverification', { status: t('accounts:status.Pending') });
}
