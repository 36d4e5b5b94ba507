import { useTranslation } from '#web/ui/translation.tsx';
import { SiteTexts } from './site-texts.tsx';

/** The texts of the site's pages in both languages. */
export default function PageTexts() {
  const { t } = useTranslation('staff');
  return <SiteTexts title={t('nav.pages')} path="site/pages" groups={['home', 'about', 'rentals', 'djs', 'terms']} />;
}
