import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** The page's title begins with "Error: " while its form has errors (art direction §13). */
export function useErrorTitle(hasErrors: boolean): void {
  const { t } = useTranslation(['common', 'forms']);
  const prefix = t('forms:title_prefix');
  useEffect(() => {
    if (!hasErrors) return undefined;
    if (!document.title.startsWith(prefix)) document.title = prefix + document.title;
    return () => {
      if (document.title.startsWith(prefix)) document.title = document.title.slice(prefix.length);
    };
  }, [hasErrors, prefix]);
}
