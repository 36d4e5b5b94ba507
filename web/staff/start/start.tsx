import { useTranslation } from 'react-i18next';
import { SectionTitle } from '#web/staff/section-title.tsx';

/** Where the console begins. */
export default function Start() {
  const { t } = useTranslation('staff');
  return <SectionTitle>{t('sections.start')}</SectionTitle>;
}
