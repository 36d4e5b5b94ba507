import { useEffect, useEffectEvent } from 'react';
import { Link } from 'react-router';
import { guestInvitationsContract } from '#shared/accounts/guest-invitations.contract.ts';
import { createClient } from '#shared/contract.ts';
import { paths } from '#shared/paths.ts';
import { sendAsUser } from '#web/lib/browser-api.ts';
import { useLoad } from '#web/lib/use-load.ts';
import { Skeleton } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { useAuthForm } from './form-context.tsx';
import type { LoginState } from './use-auth-submit.ts';

const { guestInvitations } = createClient({ guestInvitations: guestInvitationsContract }, sendAsUser);

type GuestInvitationProps = { token: string; onRead(email: string): void };

/** What an invitation promises; fills its address and the name into the form. One that has ended does not hinder the registration. */
export function GuestInvitation({ token, onRead }: GuestInvitationProps) {
  const { t } = useTranslation(['common', 'accounts']);
  const { values, write } = useAuthForm();
  const { data, state } = useLoad((signal) => guestInvitations.read({ body: { token } }, { signal }), [token]);
  const fill = useEffectEvent(({ email, firstName, lastName }: NonNullable<typeof data>) => {
    write('email', email);
    if (values.firstName === '') write('firstName', firstName);
    if (values.lastName === '') write('lastName', lastName);
    onRead(email);
  });
  useEffect(() => {
    if (data) fill(data);
  }, [data]);
  if (state === 'failed') return <p className="border-s-4 border-warn ps-4">{t('accounts:guest_invitation.ended')}</p>;
  if (!data) return <Skeleton className="h-14 w-full" />;
  const login: LoginState = { email: data.email };
  return (
    <output className="block border-s-4 border-accent ps-4">
      {data.hasAccount ? (
        <>
          <p>{t('accounts:guest_invitation.has_account')}</p>
          <Link to={paths.login} state={login} className="link inline-flex min-h-11 items-center">
            {t('accounts:register.to_login')}
          </Link>
        </>
      ) : (
        <p>{t(data.isVerified ? 'accounts:guest_invitation.verified' : 'accounts:guest_invitation.invited')}</p>
      )}
    </output>
  );
}
