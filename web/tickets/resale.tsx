import { dateText, timeText } from '#shared/dates.ts';
import { moneyText } from '#shared/money.ts';
import { hasCode } from '#shared/tickets/claims.ts';
import { toast } from '#web/lib/toast.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { Button } from '#web/ui/button.tsx';
import { Problem } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { useCall } from '#web/lib/use-call.ts';
import { transfers } from './transfer-api.ts';
import { Part, type PartProps } from './transfer-components.tsx';

/** Lists the ticket for resale at its price, or ends the listing while no buyer pays for its place. */
export function Resale({ view, show, refresh }: PartProps) {
  const { t } = useTranslation(['common', 'transfers', 'errors']);
  const { language } = useLanguage();
  const { id, resale } = view;
  const { refusal, listing, amount, fee } = resale;
  const put = useCall(
    async () => {
      show(await transfers.listForResale({ id }));
      toast.success(t('transfers:resale.done'));
    },
    { failed: t('transfers:resale.failed'), onFailed: refresh },
  );
  const take = useCall(
    async () => {
      show(await transfers.withdrawListing({ id }));
      toast.success(t('transfers:resale.undone'));
    },
    { failed: t('transfers:resale.undo_failed'), onFailed: refresh },
  );
  const title = t('transfers:resale.title');
  if (listing)
    return (
      <Part title={title}>
        <p className="font-semibold">
          {t('transfers:resale.waits', { date: dateText(listing.at, language, t), time: timeText(listing.at) })}
        </p>
        {listing.isHeld && <p>{t('transfers:resale.being_bought')}</p>}
        <Problem text={take.problem} />
        <Button look="secondary" size="small" isPending={take.isPending} pendingLabel={t('common:loading')} onClick={take.run}>
          {t('transfers:resale.undo')}
        </Button>
      </Part>
    );
  if (refusal !== null && refusal !== 'not_offered') return <Part title={title} refusal={t(`transfers:refusals.${refusal}`)} />;
  return (
    <Part title={title}>
      <p>
        {amount + fee > 0
          ? t(hasCode(view.claim) ? 'transfers:resale.text' : 'transfers:resale.text_unclaimed', { amount: moneyText(amount) })
          : t('transfers:resale.text_free')}
        {fee > 0 && ` ${t('transfers:resale.fee', { fee: moneyText(fee) })}`}
      </p>
      <Problem text={put.problem} />
      <Button look="secondary" size="small" isPending={put.isPending} pendingLabel={t('transfers:resale.doing')} onClick={put.run}>
        {t('transfers:resale.do')}
      </Button>
    </Part>
  );
}
