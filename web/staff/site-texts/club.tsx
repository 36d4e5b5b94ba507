import { useTranslation } from '#web/ui/translation.tsx';
import { SiteTexts } from './site-texts.tsx';

/** The club's own data, and its rules for events and tickets. */
export default function ClubSettings() {
  const { t } = useTranslation('staff');
  return (
    <SiteTexts title={t('nav.club')} path="settings/club" groups={['club', 'look', 'house', 'events', 'tickets', 'door', 'statuses']} />
  );
}
