import WifiOff from 'lucide-react/icons/wifi-off';
import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';

/** Says so when the device has lost its connection; when it is back, the screen is asked for again. */
export function OfflineBar() {
  const { t } = useTranslation(['common', 'errors']);
  const { revalidate } = useRevalidator();
  const isOnline = useSyncExternalStore(
    watchConnection,
    () => navigator.onLine,
    () => true,
  );
  useEffect(() => {
    const renew = () => void revalidate();
    globalThis.addEventListener('online', renew);
    return () => globalThis.removeEventListener('online', renew);
  }, [revalidate]);
  if (isOnline) return null;
  return (
    <output className="flex items-center gap-3 border-b border-danger bg-surface-2 px-5 py-3 desktop:px-10">
      <WifiOff size={20} className="shrink-0 text-danger" />
      {t('errors:network')}
    </output>
  );
}

function watchConnection(changed: () => void): () => void {
  globalThis.addEventListener('online', changed);
  globalThis.addEventListener('offline', changed);
  return () => {
    globalThis.removeEventListener('online', changed);
    globalThis.removeEventListener('offline', changed);
  };
}
