import { type ReactNode, useEffect, useState } from 'react';
import { createPath, Navigate, useLocation } from 'react-router';
import type { ProfileView } from '#shared/accounts/accounts.contract.ts';
import { ApiError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import type { Right } from '#shared/staff/rights.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { api, useSession } from './browser-api.ts';
import { errorText } from './error-text.ts';
import { useHydrated } from './hydration.ts';
import { forgetReturnTo, forgetStaffPage, rememberStaffPage, returnTo } from './return-to.ts';
import { useLoad } from './use-load.ts';

type GuardProps = {
  children: ReactNode;
  /** Shown until the user is known: the outlines of the screen. */
  outline?: ReactNode;
};

/** Spec §2: shows its children to a signed-in user; all others are led to /login. The server and the first paint show the outline. */
export function RequireUser({ children, outline }: GuardProps) {
  const isHydrated = useHydrated();
  const { isSignedIn } = useSession();
  if (!isHydrated) return outline ?? <Waiting />;
  return isSignedIn ? children : <ToLogin />;
}

/** `isRefused`: a signed-in user may not see the page, so the login must not lead back there. */
function ToLogin({ isRefused = false }) {
  const here = createPath(useLocation());
  useEffect(() => (isRefused ? forgetReturnTo() : rememberStaffPage(here)), [isRefused, here]);
  return <Navigate to={paths.login} replace />;
}

/** `reload` fetches the rights again. `without`: shown to a user whose rights rest, instead of leading to /login. */
type StaffGuardProps = {
  right: Right;
  children(rights: readonly Right[], reload: () => void, user: ProfileView): ReactNode;
  without?: (user: ProfileView, reload: () => void) => ReactNode;
};

/** Spec §4: asks the server for the user and shows its children only to staff with this right; others are led to /login. */
export function RequireRight(props: StaffGuardProps) {
  return (
    <RequireUser>
      <StaffOnly {...props} />
    </RequireUser>
  );
}

function StaffOnly({ right, children, without }: StaffGuardProps) {
  const { t } = useTranslation(['common', 'errors']);
  const user = useLoad((signal) => api.accounts.currentUser({}, { signal }), []);
  const rights = user.data ? rightsIn(user.data) : [];
  const isAtWork = rights.includes(right);
  useEffect(() => {
    if (isAtWork) forgetStaffPage();
  }, [isAtWork]);
  if (user.data) {
    if (isAtWork) return children(rights, user.reload, user.data);
    return without?.(user.data, user.reload) ?? <ToLogin isRefused />;
  }
  if (user.state !== 'failed') return <Waiting />;
  if (isRefused(user.error)) return <ToLogin isRefused />;
  return (
    <p role="alert">
      {errorText(user.error, t)}{' '}
      <button type="button" onClick={user.reload}>
        {t('try_again')}
      </button>
    </p>
  );
}

/** An answer with only the specification's fields (spec §3) has a role and no rights: its Admins run the door (spec §6). */
export const rightsIn = ({ role, rights }: Partial<Pick<ProfileView, 'role' | 'rights'>>): readonly Right[] =>
  rights ?? (role === 'Admin' ? ['door.run'] : []);

const isRefused = (error: unknown): boolean => error instanceof ApiError && (error.status === 401 || error.status === 403);

/** Spec §2 and §4: for the login pages; a signed-in user is led to /profile, or back to an invitation to the team. */
export function RequireAnonymous({ children }: GuardProps) {
  const { isSignedIn } = useSession();
  return isSignedIn ? <FromLogin /> : children;
}

function FromLogin() {
  const [back] = useState(returnTo);
  return <Navigate to={back?.page === 'invitation' ? back.path : paths.profile} replace />;
}

function Waiting() {
  const { t } = useTranslation();
  return <output aria-busy="true">{t('loading')}</output>;
}
