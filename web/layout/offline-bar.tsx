import WifiOff from 'lucide-react/icons/wifi-off';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

/** Says so when the device has lost its connection. */
export function OfflineBar() {
  const { t } = useTranslation(['common', 'errors']);
  const isOnline = useSyncExternalStore(
    watchConnection,
    () => navigator.onLine,
    () => true,
  );
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
