import WifiOff from 'lucide-react/icons/wifi-off';
import { useTranslation } from 'react-i18next';
import { dateText, timeText } from '#shared/dates.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { Button } from '#web/ui/button.tsx';

/** Says that what is shown is this device's copy, and of when. It is renewed by hand only: a code that is being shown must not go away. */
export function KeptNote({ keptAt, onRetry }: { keptAt: string; onRetry(): void }) {
  const { t } = useTranslation(['common', 'tickets']);
  const { language } = useLanguage();
  return (
    <div className="no-print flex flex-wrap items-center gap-x-4 gap-y-2">
      <output className="flex items-center gap-3">
        <WifiOff size={20} className="shrink-0 text-danger" />
        {t('tickets:kept', { date: dateText(keptAt, language, t), time: timeText(keptAt) })}
      </output>
      <Button look="quiet" size="small" onClick={onRetry}>
        {t('try_again')}
      </Button>
    </div>
  );
}
