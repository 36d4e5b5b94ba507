import { useNavigate } from 'react-router';
import { paths } from '#shared/paths.ts';
import { api, session } from './browser-api.ts';
import { forgetReturnTo } from './return-to.ts';
import { toast } from './toast.ts';

/** Spec §4: the server is notified without waiting for it; the token is removed, a toast confirms it, and the login page opens. */
export function useLogout(): (confirmation: string) => Promise<void> {
  const navigate = useNavigate();
  return async (confirmation) => {
    await api.accounts.logout().catch(() => undefined);
    session.signOut();
    toast.info(confirmation);
    await navigate(paths.login);
    // The guard of the page that was left stores that page as the one to return to.
    forgetReturnTo();
  };
}
