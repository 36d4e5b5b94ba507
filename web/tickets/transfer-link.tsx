import { dateText, timeText } from '#shared/dates.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { FriendLink } from './friend-link.tsx';
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
  const waits =
    linkMadeAt === null ? undefined : t('transfers:link.waits', { date: dateText(linkMadeAt, language, t), time: timeText(linkMadeAt) });
  if (refusal !== null && refusal !== 'not_offered')
    return <Part title={t('transfers:link.title')} refusal={t(`transfers:refusals.${refusal}`)} />;
  return (
    <Part title={t('transfers:link.title')}>
      <p>
        {t(texts[view.claim])}
        {transfer.isVerifiedOnly && ` ${t('transfers:link.verified')}`}
      </p>
      <FriendLink
        linkMadeAt={linkMadeAt}
        texts={{ make: t('transfers:link.make'), made: t('transfers:link.made'), ended: t('transfers:link.ended'), waits }}
        onFailed={refresh}
        make={async () => {
          const { url, ...next } = await transfers.makeLink({ id });
          show(next);
          return { url, at: next.transfer.linkMadeAt };
        }}
        end={async () => show(await transfers.endLink({ id }))}
      />
    </Part>
  );
}
