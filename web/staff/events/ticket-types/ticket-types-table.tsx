import { moneyText } from '#shared/money.ts';
import type { TicketTypeView } from '#shared/staff/ticket-types.contract.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { DataTable, Moment } from '#web/staff/components/data-table.tsx';
import { RowCommand } from '#web/staff/components/row-command.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

type TicketTypesTableProps = {
  ticketTypes: readonly TicketTypeView[];
  onEdit(ticketType: TicketTypeView): void;
  onRemove(ticketType: TicketTypeView): void;
};

/** Ticket types in their order of sale. */
export function TicketTypesTable({ ticketTypes, onEdit, onRemove }: TicketTypesTableProps) {
  const { t } = useTranslation(['staff-ticket-types', 'staff']);
  const { language } = useLanguage();
  const other = language === 'ka' ? 'en' : 'ka';
  const nameOf = (ticketType: TicketTypeView, which: string) => (which === 'ka' ? ticketType.name : ticketType.nameLat);
  const priceOf = ({ price }: TicketTypeView) => (price === null ? t('no_price') : price === 0 ? t('free_of_charge') : moneyText(price));
  return (
    <DataTable
      caption={t('ticketTypes')}
      rows={ticketTypes}
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'name',
          title: t('name'),
          place: 'name',
          cell: (ticketType) => (
            <span className="flex flex-col">
              <span className="font-semibold">{nameOf(ticketType, language)}</span>
              <span lang={other} className="text-muted">
                {nameOf(ticketType, other)}
              </span>
              {ticketType.isHidden && <span className="type-small font-semibold">{t('with_code')}</span>}
            </span>
          ),
        },
        {
          key: 'price',
          title: t('price'),
          isNumber: true,
          isTitled: false,
          cell: (ticketType) => <span className="whitespace-nowrap">{priceOf(ticketType)}</span>,
        },
        { key: 'allocation', title: t('allocation'), isNumber: true, cell: ({ allocation }) => allocation },
        { key: 'sold', title: t('sold'), isNumber: true, cell: ({ sold }) => sold },
        { key: 'held', title: t('reserved'), isNumber: true, cell: ({ held }) => held },
        { key: 'free', title: t('free'), isNumber: true, cell: ({ free }) => free },
        { key: 'window', title: t('window'), cell: (ticketType) => <Window ticketType={ticketType} /> },
        {
          key: 'do',
          title: t('staff:actions'),
          place: 'line',
          cell: (ticketType) => (
            <span className="flex gap-4">
              <RowCommand
                label={t('staff:edit_of', { name: nameOf(ticketType, language) })}
                text={t('staff:edit')}
                onPress={() => onEdit(ticketType)}
              />
              {ticketType.canRemove && (
                <RowCommand
                  label={t('staff:do_with', { what: t('remove'), name: nameOf(ticketType, language) })}
                  text={t('remove')}
                  onPress={() => onRemove(ticketType)}
                />
              )}
            </span>
          ),
        },
      ]}
    />
  );
}

function Window({ ticketType: { onSaleFrom, onSaleUntil } }: { ticketType: TicketTypeView }) {
  const { t } = useTranslation(['staff-ticket-types', 'staff']);
  if (onSaleFrom === null && onSaleUntil === null) return <span className="text-muted">{t('staff:always')}</span>;
  return (
    <span className="flex flex-col">
      {onSaleFrom !== null && (
        <span className="whitespace-nowrap">
          {t('staff:from')} <Moment at={onSaleFrom} />
        </span>
      )}
      {onSaleUntil !== null && (
        <span className="whitespace-nowrap">
          {t('staff:until')} <Moment at={onSaleUntil} />
        </span>
      )}
    </span>
  );
}
