import Share from 'lucide-react/icons/share';
import { useTranslation } from 'react-i18next';
import { inLanguage } from '#shared/sharing/addresses.ts';
import { toast } from '#web/lib/toast.ts';
import { useLanguage } from '#web/lib/use-language.ts';

/** Hands the page's address, in the language shown, to whatever the device shares with, or copies it. */
export function ShareButton({ title }: { title: string }) {
  const { t } = useTranslation('events');
  const { language } = useLanguage();
  const share = async () => {
    const url = location.origin + inLanguage(location.pathname, language);
    try {
      if (canShare()) return await navigator.share({ title, url });
      await navigator.clipboard.writeText(url);
      toast.success(t('link_copied'));
    } catch (error) {
      // Somebody who closes the list of apps has not failed.
      if (!(error instanceof DOMException && error.name === 'AbortError')) toast.error(t('share_failed'));
    }
    return undefined;
  };
  return (
    <button type="button" onClick={() => void share()} className="inline-flex min-h-11 items-center gap-2 font-semibold hover:underline">
      <Share size={20} />
      {t('share')}
    </button>
  );
}

/** The types promise it everywhere; desktop browsers often lack it. */
const canShare = (): boolean => Reflect.has(navigator, 'share');
