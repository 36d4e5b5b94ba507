import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '#shared/paths.ts';
import { api, session } from '#web/lib/browser-api.ts';
import { serverMessage } from '#web/lib/server-message.ts';
import { toast } from '#web/lib/toast.ts';
import { forgetReturnTo } from '#web/lib/return-to.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

/** Ends every session, after a question. Unlike a plain logout it is not done until the server says so. */
export function LogoutEverywhere() {
  const { t } = useTranslation(['common', 'accounts', 'errors']);
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const [isPending, setPending] = useState(false);

  const leave = async () => {
    setPending(true);
    try {
      await api.security.logoutEverywhere();
    } catch (error) {
      setPending(false);
      setAsking(false);
      return toast.error(serverMessage(error, t('accounts:security.log_out_failed'), t));
    }
    session.signOut();
    forgetReturnTo();
    toast.info(t('accounts:security.everywhere_done'));
    return navigate(paths.login);
  };

  return (
    <div>
      <Button look="secondary" className="wrap-anywhere" onClick={() => setAsking(true)}>
        {t('accounts:security.everywhere')}
      </Button>
      {isAsking && (
        <Dialog title={t('accounts:security.everywhere_title')} className="flex flex-col gap-5 p-5" onClose={() => setAsking(false)}>
          <p className="type-body">{t('accounts:security.everywhere_text')}</p>
          <div className="flex flex-wrap gap-4">
            <Button look="danger" isPending={isPending} pendingLabel={t('accounts:security.logging_out')} onClick={() => void leave()}>
              {t('accounts:security.everywhere')}
            </Button>
            <Button look="secondary" onClick={() => setAsking(false)}>
              {t('accounts:profile.cancel')}
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}
