import Share from 'lucide-react/icons/share-2';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

/** Its type says that it is always there; many desktop browsers lack it. */
const canShare = (): boolean => Reflect.has(navigator, 'share');

/** A link that is shown once, to share or copy. */
export function MadeLink({ url, hint }: { url: string; hint: string }) {
  const { t } = useTranslation(['common', 'transfers', 'errors']);
  const send = async () => {
    try {
      if (canShare()) return await navigator.share({ url });
      await navigator.clipboard.writeText(url);
      toast.success(t('transfers:link.copied'));
    } catch (error) {
      // Closing the share sheet is no failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) toast.error(t('transfers:link.not_copied'));
    }
    return undefined;
  };
  return (
    <>
      <Field label={t('transfers:link.link')} hint={hint} readOnly value={url} onFocus={({ target }) => target.select()} />
      <Button size="small" className="self-start" onClick={() => void send()}>
        <span className="inline-flex items-center gap-2">
          <Share size={20} />
          {t('transfers:link.send')}
        </span>
      </Button>
    </>
  );
}
