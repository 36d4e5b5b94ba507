import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import GripVertical from 'lucide-react/icons/grip-vertical';
import { useEffect, useRef } from 'react';
import { moneyText } from '#shared/money.ts';
import type { TicketTypeView } from '#shared/staff/ticket-types.contract.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { DataTable, Moment } from '#web/staff/components/data-table.tsx';
import { RowCommand } from '#web/staff/components/row-command.tsx';
import { useRowDrag } from '#web/staff/components/use-row-drag.ts';
import { useTranslation } from '#web/ui/translation.tsx';

type TicketTypesTableProps = {
  ticketTypes: readonly TicketTypeView[];
  onArrange(ids: number[]): void;
  onEdit(ticketType: TicketTypeView): void;
  onRemove(ticketType: TicketTypeView): void;
};

/** Ticket types in their order of sale, changed by arrows or by dragging. */
export function TicketTypesTable({ ticketTypes, onArrange, onEdit, onRemove }: TicketTypesTableProps) {
  const { t } = useTranslation('staff-ticket-types');
  const { language } = useLanguage();
  const other = language === 'ka' ? 'en' : 'ka';
  const nameOf = (ticketType: TicketTypeView, which: string) => (which === 'ka' ? ticketType.name : ticketType.nameLat);
  const priceOf = ({ price }: TicketTypeView) => (price === null ? t('no_price') : price === 0 ? t('free_of_charge') : moneyText(price));
  const moved = useArrowFocus(ticketTypes);
  const place = (from: number, to: number) => {
    const ids = ticketTypes.map(({ id }) => id);
    ids.splice(to, 0, ...ids.splice(from, 1));
    onArrange(ids);
  };
  const drag = useRowDrag(place);
  const move = (ticketType: TicketTypeView, by: -1 | 1) => {
    const from = ticketTypes.indexOf(ticketType);
    moved(arrowId(ticketType.id, by));
    place(from, from + by);
  };
  return (
    <DataTable
      caption={t('ticketTypes')}
      rows={ticketTypes}
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'order',
          title: t('order'),
          place: 'state',
          cell: (ticketType) => (
            <span className="-ms-3 flex">
              {/* For pointers; the arrows are for the keyboard, too. */}
              <span aria-hidden="true" {...drag} className="grid size-11 cursor-grab touch-none place-items-center text-muted select-none">
                <GripVertical size={16} />
              </span>
              <Arrows
                name={nameOf(ticketType, language)}
                id={ticketType.id}
                ticketTypes={ticketTypes}
                onMove={(by) => move(ticketType, by)}
              />
            </span>
          ),
        },
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
        { key: 'held', title: t('held'), isNumber: true, cell: ({ held }) => held },
        { key: 'free', title: t('free'), isNumber: true, cell: ({ free }) => free },
        { key: 'window', title: t('window'), cell: (ticketType) => <Window ticketType={ticketType} /> },
        {
          key: 'do',
          title: t('do'),
          place: 'line',
          cell: (ticketType) => (
            <span className="flex gap-4">
              <RowCommand
                label={t('edit_of', { name: nameOf(ticketType, language) })}
                text={t('edit')}
                onPress={() => onEdit(ticketType)}
              />
              {ticketType.canRemove && (
                <RowCommand
                  label={t('remove_of', { name: nameOf(ticketType, language) })}
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

const arrowId = (id: number, by: -1 | 1): string => `move-${id}-${by < 0 ? 'up' : 'down'}`;

type ArrowsProps = { id: number; name: string; ticketTypes: readonly TicketTypeView[]; onMove(by: -1 | 1): void };

function Arrows({ id, name, ticketTypes, onMove }: ArrowsProps) {
  const { t } = useTranslation('staff-ticket-types');
  const arrow = (by: -1 | 1, isLast: boolean) => (
    <button
      type="button"
      id={arrowId(id, by)}
      aria-label={t(by < 0 ? 'move_up' : 'move_down', { name })}
      aria-disabled={isLast || undefined}
      onClick={() => isLast || onMove(by)}
      className="grid size-11 place-items-center aria-disabled:text-faint"
    >
      {by < 0 ? <ArrowUp size={16} /> : <ArrowDown size={16} />}
    </button>
  );
  return (
    <>
      {arrow(-1, ticketTypes[0]?.id === id)}
      {arrow(1, ticketTypes.at(-1)?.id === id)}
    </>
  );
}

/** A row that moves loses the focus; it is given back to the arrow that was pressed. */
function useArrowFocus(ticketTypes: readonly TicketTypeView[]): (arrow: string) => void {
  const pressed = useRef<string>(undefined);
  const shown = useRef<string>(undefined);
  const order = ticketTypes.map(({ id }) => id).join();
  useEffect(() => {
    if (shown.current === order) return;
    shown.current = order;
    if (pressed.current !== undefined) document.querySelector<HTMLElement>(`#${pressed.current}`)?.focus();
    pressed.current = undefined;
  }, [order]);
  return (arrow) => {
    pressed.current = arrow;
  };
}

function Window({ ticketType: { onSaleFrom, onSaleUntil } }: { ticketType: TicketTypeView }) {
  const { t } = useTranslation('staff-ticket-types');
  if (onSaleFrom === null && onSaleUntil === null) return <span className="text-muted">{t('always')}</span>;
  return (
    <span className="flex flex-col">
      {onSaleFrom !== null && (
        <span className="whitespace-nowrap">
          {t('from')} <Moment at={onSaleFrom} />
        </span>
      )}
      {onSaleUntil !== null && (
        <span className="whitespace-nowrap">
          {t('until')} <Moment at={onSaleUntil} />
        </span>
      )}
    </span>
  );
}
