import { fullName } from '#shared/accounts/account-rules.ts';
import type { OfflineManifestHead } from '#shared/door/offline-manifest.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { listedName } from './listed-rows.tsx';
import { type Shown, verdictTexts } from './verdict-texts.ts';

/** The verdict for screen readers; interrupts what is being read. */
export function SpokenVerdict({ shown, head }: { shown: Shown | undefined; head: OfflineManifestHead | undefined }) {
  const { t } = useTranslation(['common', 'door', 'scanner-device']);
  const { language } = useLanguage();
  const said = () => {
    if (!shown) return '';
    const { word, text, next } = verdictTexts(shown, head, language, t);
    const { guest, listed } = shown.verdict ?? {};
    const group = listed && [listedName(listed), t('scanner-device:listed.count', { count: listed.people })].filter(Boolean).join(', ');
    const who = guest ? fullName(guest) : group;
    return [`${word}.`, text, next, who].filter(Boolean).join(' ');
  };
  return (
    <p aria-live="assertive" className="sr-only">
      {said()}
    </p>
  );
}
