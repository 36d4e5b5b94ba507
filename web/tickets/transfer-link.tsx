import { useState } from 'react';
import { dateText, timeText } from '#shared/dates.ts';
import { toast } from '#web/lib/toast.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { Button } from '#web/ui/button.tsx';
import { Problem } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { useCall } from '#web/lib/use-call.ts';
import { MadeLink } from './made-link.tsx';
import { transfers } from './transfer-api.ts';
import { Part, type PartProps } from './transfer-components.tsx';

const texts = {
  bearer: 'transfers:link.text',
  claimed: 'transfers:link.text',
  unclaimed: 'transfers:link.text_unclaimed',
  waiting: 'transfers:link.text_waiting',
} as const;

/** A link with which a friend takes the ticket: made, shown once, replaced, or ended. */
export function TransferLink({ view, show, refresh }: PartProps) {
  const { t } = useTranslation(['common', 'transfers', 'errors']);
  const { language } = useLanguage();
  const { id, transfer } = view;
  const { refusal, linkMadeAt } = transfer;
  const [made, setMade] = useState<{ url: string; at: string | null }>();
  // Hidden if the link has ended because the ticket was listed for resale.
  const url = made && made.at === linkMadeAt ? made.url : undefined;
  const make = useCall(
    async () => {
      const { url: link, ...next } = await transfers.makeLink({ id });
      setMade({ url: link, at: next.transfer.linkMadeAt });
      show(next);
    },
    { failed: t('transfers:link.failed'), onFailed: refresh },
  );
  const end = useCall(
    async () => {
      show(await transfers.endLink({ id }));
      toast.success(t('transfers:link.ended'));
    },
    { failed: t('transfers:link.end_failed'), onFailed: refresh },
  );
  if (refusal !== null && refusal !== 'not_offered')
    return <Part title={t('transfers:link.title')} refusal={t(`transfers:refusals.${refusal}`)} />;
  return (
    <Part title={t('transfers:link.title')}>
      <p>
        {t(texts[view.claim])}
        {transfer.isVerifiedOnly && ` ${t('transfers:link.verified')}`}
      </p>
      {url !== undefined && <MadeLink url={url} hint={t('transfers:link.made')} />}
      {url === undefined && linkMadeAt !== null && (
        <p className="font-semibold">
          {t('transfers:link.waits', { date: dateText(linkMadeAt, language, t), time: timeText(linkMadeAt) })}
        </p>
      )}
      <Problem text={make.problem ?? end.problem} />
      <div className="flex flex-wrap gap-3">
        {url === undefined && (
          <Button
            look={linkMadeAt === null ? 'primary' : 'secondary'}
            size="small"
            isPending={make.isPending}
            pendingLabel={t('transfers:link.making')}
            onClick={make.run}
          >
            {t(linkMadeAt === null ? 'transfers:link.make' : 'transfers:link.again')}
          </Button>
        )}
        {linkMadeAt !== null && (
          <Button look="secondary" size="small" isPending={end.isPending} pendingLabel={t('common:loading')} onClick={end.run}>
            {t('transfers:link.end')}
          </Button>
        )}
      </div>
      {url === undefined && linkMadeAt !== null && <p className="type-small text-muted">{t('transfers:link.again_note')}</p>}
    </Part>
  );
}
