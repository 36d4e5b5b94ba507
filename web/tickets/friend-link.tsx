import Share from 'lucide-react/icons/share-2';
import { useState } from 'react';
import { toast } from '#web/lib/toast.ts';
import { useCall } from '#web/lib/use-call.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/fields.tsx';
import { Problem } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

/** Its type says that it is always there; many desktop browsers lack it. */
const canShare = (): boolean => Reflect.has(navigator, 'share');

/** A link that is shown once, to share or copy. */
function MadeLink({ url, hint }: { url: string; hint: string }) {
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

/** A link, and when it was made as the server says; null if it has ended already. */
type Made = { url: string; at: string | null };

type FriendLinkProps = {
  /** When the present link was made; null without one. */
  linkMadeAt: string | null;
  make(): Promise<Made>;
  end(): Promise<void>;
  onFailed(): void;
  texts: { make: string; made: string; ended: string; waits?: string | undefined };
};

/** A link that gives tickets to friends: made, shown once, replaced, or ended. */
export function FriendLink({ linkMadeAt, make, end, onFailed, texts }: FriendLinkProps) {
  const { t } = useTranslation(['common', 'transfers']);
  const [made, setMade] = useState<Made>();
  // Hidden if the link has ended because the ticket was listed for resale.
  const url = made && made.at === linkMadeAt ? made.url : undefined;
  const making = useCall(async () => setMade(await make()), { failed: t('transfers:link.failed'), onFailed });
  const ending = useCall(
    async () => {
      await end();
      toast.success(texts.ended);
    },
    { failed: t('transfers:link.end_failed'), onFailed },
  );
  return (
    <>
      {url !== undefined && <MadeLink url={url} hint={texts.made} />}
      {url === undefined && texts.waits !== undefined && <p className="font-semibold">{texts.waits}</p>}
      <Problem text={making.problem ?? ending.problem} />
      <div className="flex flex-wrap gap-3">
        {url === undefined && (
          <Button
            look={linkMadeAt === null ? 'primary' : 'secondary'}
            size="small"
            isPending={making.isPending}
            pendingLabel={t('transfers:link.making')}
            onClick={making.run}
          >
            {linkMadeAt === null ? texts.make : t('transfers:link.again')}
          </Button>
        )}
        {linkMadeAt !== null && (
          <Button look="secondary" size="small" isPending={ending.isPending} pendingLabel={t('common:loading')} onClick={ending.run}>
            {t('transfers:link.end')}
          </Button>
        )}
      </div>
      {url === undefined && linkMadeAt !== null && <p className="type-small text-muted">{t('transfers:link.again_note')}</p>}
    </>
  );
}
