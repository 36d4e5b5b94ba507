import { useTranslation } from 'react-i18next';
import { useTitlePrefix } from './document-title.ts';

/** The page's title begins with "Error: " while its form has errors (art direction §13). */
export function useErrorTitle(hasErrors: boolean): void {
  const { t } = useTranslation(['common', 'forms']);
  useTitlePrefix(hasErrors ? t('forms:title_prefix') : '');
}
