import { useEffect, useEffectEvent, useRef, useState, type ComponentType, type ReactNode } from 'react';
import type { ProfileView } from '#shared/accounts/accounts.contract.ts';
import { PROFILE_COUNTRIES } from '#shared/constants.ts';
import { hasDraft, PROFILE_DRAFT } from '#web/lib/drafts.ts';
import { withRetries } from '#web/lib/lazy-routes.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { DateText } from '#web/ui/value-text.tsx';
import type { ProfileFormProps } from './profile-form.tsx';
import { Fact } from './profile-head.tsx';

type ProfileDetailsProps = { profile: ProfileView; onSaved(profile: ProfileView): void };

const fetchForm = () => import('./profile-form.tsx');
const fetchAhead = () => void fetchForm().catch(() => undefined);

/**
 * The fields that a guest may change: shown as text first, edited in the same order. The form and its rules load when the pointer or the
 * focus reaches Edit.
 */
export function ProfileDetails({ profile, onSaved }: ProfileDetailsProps) {
  const { t } = useTranslation(['common', 'accounts', 'errors']);
  // Editing continues with what was typed before a new login.
  const [mode, setMode] = useState<'view' | 'opening' | 'edit' | 'view again'>(() => (hasDraft(PROFILE_DRAFT) ? 'opening' : 'view'));
  const [Form, setForm] = useState<ComponentType<ProfileFormProps>>();
  const show = useEffectEvent(({ ProfileForm }: Awaited<ReturnType<typeof fetchForm>>) => {
    setForm(() => ProfileForm);
    setMode('edit');
  });
  const fail = useEffectEvent(() => {
    toast.error(t('errors:network'));
    setMode('view');
  });
  useEffect(() => {
    if (mode === 'opening') withRetries(fetchForm).then(show, fail);
  }, [mode]);
  // The pressed button disappears with the form, so Edit gets the focus.
  const leave = () => setMode('view again');
  return (
    <section aria-labelledby="details" className="flex flex-col gap-6">
      <FittedText as="h2" id="details" className="type-display-s">
        {t('accounts:profile.details')}
      </FittedText>
      {mode === 'edit' && Form ? (
        <Form
          profile={profile}
          onCancel={leave}
          onSaved={(saved) => {
            onSaved(saved);
            leave();
          }}
        />
      ) : (
        <Shown profile={profile} takesFocus={mode === 'view again'} isOpening={mode === 'opening'} onEdit={() => setMode('opening')} />
      )}
    </section>
  );
}

function Shown({ profile, ...edit }: { profile: ProfileView } & EditButtonProps) {
  const { t } = useTranslation(['common', 'accounts']);
  const { firstName, lastName, phoneNumber, birthdate, socialMediaProfileLink } = profile;
  const country = PROFILE_COUNTRIES.find((known) => known === profile.country);
  return (
    <>
      <dl className="border-t border-hairline">
        <Detail term={t('accounts:fields.first_name')}>{firstName}</Detail>
        <Detail term={t('accounts:fields.last_name')}>{lastName}</Detail>
        <Detail term={t('accounts:fields.phone_number')}>{phoneNumber}</Detail>
        <Detail term={t('accounts:fields.country')}>{country ? t(`accounts:countries.${country}`) : profile.country}</Detail>
        <Detail term={t('accounts:fields.birthdate')}>{birthdate && <DateText at={birthdate} />}</Detail>
        <Detail term={t('accounts:fields.social_link')}>{socialMediaProfileLink}</Detail>
      </dl>
      <EditButton {...edit} />
    </>
  );
}

function Detail({ term, children }: { term: string; children: ReactNode }) {
  const { t } = useTranslation(['common', 'accounts']);
  return <Fact term={term}>{children || <span className="text-muted">{t('accounts:profile.missing')}</span>}</Fact>;
}

type EditButtonProps = { takesFocus: boolean; isOpening: boolean; onEdit(): void };

function EditButton({ takesFocus, isOpening, onEdit }: EditButtonProps) {
  const { t } = useTranslation(['common', 'accounts']);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  return (
    <div>
      <Button
        ref={button}
        look="secondary"
        aria-label={t('accounts:profile.edit')}
        isPending={isOpening}
        pendingLabel=""
        onPointerEnter={fetchAhead}
        onFocus={fetchAhead}
        onClick={onEdit}
      >
        {t('accounts:profile.edit')}
      </Button>
    </div>
  );
}
