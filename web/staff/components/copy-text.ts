import { toast } from '#web/lib/toast.ts';
import { useTranslation } from '#web/ui/translation.tsx';

/** Returns a function that copies a text and shows whether that worked. */
export function useCopy(): (text: string) => void {
  const { t } = useTranslation('staff');
  return (text) =>
    void navigator.clipboard.writeText(text).then(
      () => toast.success(t('copied')),
      () => toast.error(t('not_copied')),
    );
}
