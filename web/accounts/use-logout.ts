import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '#shared/paths.ts';
import { api, session } from '#web/lib/browser-api.ts';
import { toast } from '#web/lib/toast.ts';
import { forgetReturnTo } from '#web/lib/return-to.ts';

/** Spec §4: the server is told, whether it hears or not; the token goes, a message says so, and the login comes. */
export function useLogout(): () => Promise<void> {
  const { t } = useTranslation(['common', 'accounts']);
  const navigate = useNavigate();
  return async () => {
    await api.accounts.logout().catch(() => undefined);
    session.signOut();
    forgetReturnTo();
    toast.info(t('accounts:profile.logged_out'));
    await navigate(paths.login);
  };
}
