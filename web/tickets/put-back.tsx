import { dateText, timeText } from '#shared/dates.ts';
import { moneyText } from '#shared/money.ts';
import { toast } from '#web/lib/toast.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { Button } from '#web/ui/button.tsx';
import { Problem } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { useCall } from '#web/lib/use-call.ts';
import { handover } from './handover-api.ts';
import { Part, type PartProps } from './handover-parts.tsx';

/** The ticket is put back, to be sold again at its price, and taken back as long as nobody pays for its place. */
export function PutBack({ view, show, refresh }: PartProps) {
  const { t } = useTranslation(['common', 'handover', 'errors']);
  const { language } = useLanguage();
  const { id, resale } = view;
  const { refusal, returned, amount, fee } = resale;
  const put = useCall(
    async () => {
      show(await handover.putBack({ id }));
      toast.success(t('handover:put_back.done'));
    },
    { failed: t('handover:put_back.failed'), onFailed: refresh },
  );
  const take = useCall(
    async () => {
      show(await handover.takeBack({ id }));
      toast.success(t('handover:put_back.undone'));
    },
    { failed: t('handover:put_back.undo_failed'), onFailed: refresh },
  );
  const title = t('handover:put_back.title');
  if (returned)
    return (
      <Part title={title}>
        <p className="font-semibold">
          {t('handover:put_back.waits', { date: dateText(returned.at, language, t), time: timeText(returned.at) })}
        </p>
        {returned.isHeld && <p>{t('handover:put_back.held')}</p>}
        <Problem text={take.problem} />
        <Button look="secondary" size="small" isPending={take.isPending} pendingLabel={t('common:loading')} onClick={take.run}>
          {t('handover:put_back.undo')}
        </Button>
      </Part>
    );
  if (refusal !== null && refusal !== 'not_offered') return <Part title={title} refusal={t(`handover:refusals.${refusal}`)} />;
  return (
    <Part title={title}>
      <p>
        {amount + fee > 0 ? t('handover:put_back.text', { amount: moneyText(amount) }) : t('handover:put_back.text_free')}
        {fee > 0 && ` ${t('handover:put_back.fee', { fee: moneyText(fee) })}`}
      </p>
      <Problem text={put.problem} />
      <Button look="secondary" size="small" isPending={put.isPending} pendingLabel={t('handover:put_back.doing')} onClick={put.run}>
        {t('handover:put_back.do')}
      </Button>
    </Part>
  );
}
