import { moneyText } from '#shared/money.ts';
import type { PromoterView } from '#shared/staff/promoters.contract.ts';
import { useCopy } from '#web/staff/components/copy-text.ts';
import { type Column, DataTable } from '#web/staff/components/data-table.tsx';
import { RowCommand } from '#web/staff/components/row-command.tsx';
import { Ended } from '#web/staff/components/state-word.tsx';
import { useMay } from '#web/staff/rights.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

type PromotersTableProps = {
  promoters: readonly PromoterView[];
  onOpen(kind: 'change' | 'link' | 'events', promoter: PromoterView): void;
  onEnd(promoter: PromoterView): void;
  onReopen(promoter: PromoterView): void;
};

/** Promoters with their totals over all events. */
export function PromotersTable({ promoters, onOpen, onEnd, onReopen }: PromotersTableProps) {
  const { t } = useTranslation(['staff-promoters', 'staff']);
  const copy = useCopy();
  const mayEdit = useMay()('events.edit');
  const counted = (key: 'opened' | 'held' | 'sold' | 'arrived'): Column<PromoterView> => ({
    key,
    title: t(key),
    isNumber: true,
    cell: (promoter) => promoter[key],
    sortBy: (promoter) => promoter[key],
    sum: (rows) => sumOf(rows, key),
  });
  return (
    <DataTable
      caption={t('staff:nav.promoters')}
      rows={promoters}
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'name',
          title: t('name'),
          place: 'name',
          sortBy: ({ name }) => name,
          cell: ({ name, refCode, endedAt }) => (
            <span className="flex flex-col">
              <span dir="auto" className="font-semibold wrap-anywhere">
                {name}
              </span>
              <span className="text-muted wrap-anywhere">?via={refCode}</span>
              {endedAt !== null && <Ended>{t('staff:inactive')}</Ended>}
            </span>
          ),
        },
        counted('opened'),
        counted('held'),
        counted('sold'),
        counted('arrived'),
        {
          key: 'money',
          title: t('money'),
          isNumber: true,
          cell: ({ money }) => <Amount gel={money} />,
          sortBy: ({ money }) => money,
          sum: (rows) => <Amount gel={sumOf(rows, 'money')} />,
        },
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
          sortBy: ({ commission }) => commission,
          sum: (rows) => <Amount gel={sumOf(rows, 'commission')} />,
        },
        {
          key: 'do',
          title: t('staff:actions'),
          place: 'line',
          cell: (promoter) => {
            const { name, refCode, endedAt } = promoter;
            return (
              <span className="flex flex-wrap gap-x-4">
                <RowCommand
                  label={t('staff:do_with', { what: t('staff:nav.events'), name })}
                  text={t('staff:nav.events')}
                  onPress={() => onOpen('events', promoter)}
                />
                {endedAt === null && (
                  <RowCommand
                    label={t('staff:do_with', { what: t('staff:link.copy'), name })}
                    text={t('staff:link.copy')}
                    onPress={() => copy(`${location.origin}/?via=${encodeURIComponent(refCode)}`)}
                  />
                )}
                {mayEdit && (
                  <>
                    <RowCommand
                      label={t('staff:do_with', { what: t('page'), name })}
                      text={t('page')}
                      onPress={() => onOpen('link', promoter)}
                    />
                    <RowCommand label={t('staff:edit_of', { name })} text={t('staff:edit')} onPress={() => onOpen('change', promoter)} />
                    {endedAt === null ? (
                      <RowCommand
                        label={t('staff:do_with', { what: t('staff:deactivate'), name })}
                        text={t('staff:deactivate')}
                        onPress={() => onEnd(promoter)}
                      />
                    ) : (
                      <RowCommand
                        label={t('staff:do_with', { what: t('staff:reactivate'), name })}
                        text={t('staff:reactivate')}
                        onPress={() => onReopen(promoter)}
                      />
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

const sumOf = <Key extends string>(rows: readonly Record<Key, number>[], key: Key): number => rows.reduce((sum, row) => sum + row[key], 0);

export const Amount = ({ gel }: { gel: number }) => <span className="whitespace-nowrap">{moneyText(gel)}</span>;
