import { moneyText } from '#shared/money.ts';
import type { PromoterView } from '#shared/staff/promoters.contract.ts';
import { useCopy } from '#web/staff/components/copy-text.ts';
import { DataTable } from '#web/staff/components/data-table.tsx';
import { Ended } from '#web/staff/components/state-word.tsx';
import { useMay } from '#web/staff/rights.tsx';
import { Button } from '#web/ui/button.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

type PromotersTableProps = {
  promoters: readonly PromoterView[];
  onOpen(kind: 'change' | 'link' | 'events', promoter: PromoterView): void;
  onEnd(promoter: PromoterView): void;
  onReopen(promoter: PromoterView): void;
};

/** Promoters with their totals over all events. */
export function PromotersTable({ promoters, onOpen, onEnd, onReopen }: PromotersTableProps) {
  const { t } = useTranslation('staff-promoters');
  const copy = useCopy();
  const mayEdit = useMay()('events.edit');
  return (
    <DataTable
      caption={t('title')}
      rows={promoters}
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'name',
          title: t('name'),
          place: 'name',
          cell: ({ name, refCode, endedAt }) => (
            <span className="flex flex-col">
              <span dir="auto" className="font-semibold wrap-anywhere">
                {name}
              </span>
              <span className="text-muted wrap-anywhere">?via={refCode}</span>
              {endedAt !== null && <Ended>{t('is_ended')}</Ended>}
            </span>
          ),
        },
        { key: 'opened', title: t('opened'), isNumber: true, cell: ({ opened }) => opened },
        { key: 'held', title: t('held'), isNumber: true, cell: ({ held }) => held },
        { key: 'sold', title: t('sold'), isNumber: true, cell: ({ sold }) => sold },
        { key: 'arrived', title: t('arrived'), isNumber: true, cell: ({ arrived }) => arrived },
        { key: 'money', title: t('money'), isNumber: true, cell: ({ money }) => <Amount gel={money} /> },
        {
          key: 'commission',
          title: t('commission'),
          isNumber: true,
          place: 'state',
          isTitled: false,
          cell: ({ commission }) => (
            <strong>
              <Amount gel={commission} />
            </strong>
          ),
        },
        {
          key: 'do',
          title: t('do'),
          place: 'line',
          cell: (promoter) => {
            const { name, refCode, endedAt } = promoter;
            return (
              <span className="flex flex-wrap gap-x-4">
                <Action label={t('events_of', { name })} text={t('events')} onPress={() => onOpen('events', promoter)} />
                {endedAt === null && (
                  <Action
                    label={t('copy_of', { name })}
                    text={t('copy')}
                    onPress={() => copy(`${location.origin}/?via=${encodeURIComponent(refCode)}`)}
                  />
                )}
                {mayEdit && (
                  <>
                    <Action label={t('page_of', { name })} text={t('page')} onPress={() => onOpen('link', promoter)} />
                    <Action label={t('change_of', { name })} text={t('change')} onPress={() => onOpen('change', promoter)} />
                    {endedAt === null ? (
                      <Action label={t('end_of', { name })} text={t('end')} onPress={() => onEnd(promoter)} />
                    ) : (
                      <Action label={t('reopen_of', { name })} text={t('reopen')} onPress={() => onReopen(promoter)} />
                    )}
                  </>
                )}
              </span>
            );
          },
        },
      ]}
    />
  );
}

export const Amount = ({ gel }: { gel: number }) => <span className="whitespace-nowrap">{moneyText(gel)}</span>;

const Action = ({ label, text, onPress }: { label: string; text: string; onPress(): void }) => (
  <Button look="quiet" size="small" className="min-w-11 text-[0.875rem] whitespace-nowrap" aria-label={label} onClick={onPress}>
    {text}
  </Button>
);
