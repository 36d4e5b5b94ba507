import { useTranslation } from 'react-i18next';

/** For browsers that run no script, on screens that are nothing without: what is needed. */
export function NeedsScript() {
  const { t } = useTranslation();
  return (
    <noscript>
      <p className="border-s-4 border-accent bg-surface-1 px-5 py-3">{t('needs_script')}</p>
    </noscript>
  );
}
