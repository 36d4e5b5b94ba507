import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { ProfileView } from '#shared/accounts/account.views.ts';
import { needsSecondLook } from '#shared/accounts/second-look.ts';
import type { ProfileFields } from './profile-fields.ts';
import { readStatus } from './status.ts';

export const SECOND_LOOK = 'second-look';

/** Whether the form, as it stands, would set the guest back to Pending: by the name, by the birthdate, or not at all. */
export function useSecondLook(profile: ProfileView): 'name' | 'birthdate' | undefined {
  const { control } = useFormContext<ProfileFields>();
  const [firstName, lastName, birthdate] = useWatch({ control, name: ['firstName', 'lastName', 'birthdate'] });
  const status = readStatus(profile.status);
  const name = { firstName: firstName.trim(), lastName: lastName.trim() };
  if (needsSecondLook(status, profile, { ...profile, ...name })) return 'name';
  return needsSecondLook(status, profile, { ...profile, birthdate }) ? 'birthdate' : undefined;
}

/** Says before saving that staff will look at the account again. It stands under what was changed, so that no hand is moved by it. */
export function SecondLookNote() {
  return (
    <p id={SECOND_LOOK} className="border-s-4 border-warn bg-surface-1 px-5 py-3 tablet:col-span-2">
      {useSecondLookText()}
    </p>
  );
}

export function useSecondLookText(): string {
  const { t } = useTranslation(['common', 'accounts']);
  return t('accounts:profile.second_look', { status: t('accounts:status.Pending') });
}
