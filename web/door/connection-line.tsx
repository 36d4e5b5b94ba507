import WifiOff from 'lucide-react/icons/wifi-off';
import { useTranslation } from 'react-i18next';

/** No ticket can be checked just now: whoever holds the phone sees it before the next guest does. */
export function ConnectionLine() {
  const { t } = useTranslation('door');
  return (
    <output className="flex min-h-11 shrink-0 items-center gap-3 bg-warn px-5 py-2 font-semibold text-coal">
      <WifiOff size={24} className="shrink-0" aria-hidden="true" />
      {t('offline')}
    </output>
  );
}
