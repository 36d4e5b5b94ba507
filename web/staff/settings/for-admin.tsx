import { useTranslation } from '#web/ui/translation.tsx';

/** What can only be set on the server itself, folded away from those who do not look after it. */
export function ForAdmin({ of }: { of: 'bank' | 'mail' | 'alarm' }) {
  const { t } = useTranslation('staff-home');
  return (
    <details className="max-w-[60ch]">
      <summary className="inline-flex min-h-11 items-center underline underline-offset-4">{t('for_admin')}</summary>
      <p className="text-muted">{t(`admin.${of}`)}</p>
    </details>
  );
}
