import { useTranslation } from 'react-i18next';
import { DEFAULT_LANGUAGE, type Language } from '#shared/constants.ts';
import { isLanguage, switchLanguage } from './i18n.ts';

/** The language shown, and how to change it in place. */
export function useLanguage(): { language: Language; switchTo(language: Language): Promise<void> } {
  const { i18n } = useTranslation();
  const language = isLanguage(i18n.language) ? i18n.language : DEFAULT_LANGUAGE;
  return { language, switchTo: (next) => switchLanguage(i18n, next) };
}
