import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#shared/errors.ts';
import { api } from '#web/lib/browser-api.ts';
import { serverMessage } from '#web/lib/server-message.ts';
import { toast } from '#web/lib/toast.ts';

/** Logs another device out and says so; one that is out already is out. */
export function useEndSession(onEnded: () => void) {
  const { t } = useTranslation(['common', 'accounts', 'errors']);
  const [isEnding, setEnding] = useState(false);
  const end = async (id: string, device: string) => {
    setEnding(true);
    try {
      await api.security.endSession({ id }).catch(acceptGone);
      toast.success(t('accounts:security.device_out', { device }));
      onEnded();
    } catch (error) {
      toast.error(serverMessage(error, t('accounts:security.log_out_failed'), t));
    }
    setEnding(false);
  };
  return { end, isEnding };
}

function acceptGone(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}
