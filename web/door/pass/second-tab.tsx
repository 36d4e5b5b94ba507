import { useTranslation } from '#web/ui/translation.tsx';
import { NoticeScreen } from './notice-screen.tsx';

/** Shown until the other tab of the door is closed. */
export function SecondTab() {
  const { t } = useTranslation('door-pass');
  return <NoticeScreen title={t('second_tab.title')} text={t('second_tab.text')} />;
}
