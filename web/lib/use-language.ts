import type { Language } from '#shared/constants.ts';
import { translationsUrl } from '#shared/language.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { switchLanguage } from './i18n.ts';
import { readState } from './page.ts';
import { toast } from './toast.ts';

/** The language shown, and the function that changes it in place. */
export function useLanguage(): { language: Language; switchTo(language: Language): Promise<void> } {
  const { translator, t } = useTranslation(['common', 'errors']);
  const switchTo = async (next: Language) => {
    const isSwitched = (await mayCome(next)) && (await switchLanguage(translator, next));
    if (!isSwitched) toast.warning(t('errors:network'));
  };
  return { language: translator.language, switchTo };
}

/** Without a network the texts are on the device or not available, so retrying for seconds is useless. */
const mayCome = async (language: Language): Promise<boolean> =>
  navigator.onLine ||
  fetch(translationsUrl(language, 'common', readState().translationsVersion)).then(
    ({ ok }) => ok,
    () => false,
  );
