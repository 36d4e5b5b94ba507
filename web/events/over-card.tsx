import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { LinkButton } from '#web/ui/link-button.tsx';

/** In place of price and button when the night is over. */
export function OverCard() {
  const { t } = useTranslation('events');
  return (
    <div className="flex flex-col items-start gap-4 border-t-4 border-accent bg-surface-1 p-7">
      <p className="type-lead font-semibold">{t('over')}</p>
      <LinkButton look="secondary" to={paths.events('upcoming')}>
        {t('to_upcoming')}
      </LinkButton>
    </div>
  );
}
