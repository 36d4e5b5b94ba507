import WifiOff from 'lucide-react/icons/wifi-off';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import { useHydrated } from '#web/lib/hydrated.ts';
import { isMarkedCached } from '#web/lib/cached-marker.ts';
import { useOnline } from '#web/lib/use-online.ts';

/** Says so when the device has lost its connection, or what it shows comes from the device. */
export function OfflineBar() {
  const { t } = useTranslation(['common', 'errors']);
  const { revalidate } = useRevalidator();
  const isOnline = useOnline();
  useEffect(() => {
    // Its network may have come back before the page was live.
    if (isMarkedCached() && navigator.onLine) void revalidate();
  }, [revalidate]);
  const isKept = useHydrated() && isMarkedCached();
  if (isOnline && !isKept) return null;
  return (
    <output className="flex items-center gap-3 border-b border-danger bg-surface-2 px-5 py-3 desktop:px-10">
      <WifiOff size={20} className="shrink-0 text-danger" />
      {isOnline ? t('kept_shown') : t('errors:network')}
    </output>
  );
}
