import X from 'lucide-react/icons/x';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { READY_TICKET_TYPES_MAX, type TicketTypePart, type TypedTicketType } from '#shared/site-texts/ready-ticket-types.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

type TicketTypeRowsProps = {
  rows: readonly TypedTicketType[];
  idOf(row: number, part: TicketTypePart): string;
  errorOf(row: number, part: TicketTypePart): string | undefined;
  onChange(rows: TypedTicketType[]): void;
  /** Shown while there are no rows. */
  none?: string;
  /** The id of the button while there are no rows. */
  addId?: string;
};

/** Georgian before English, as in every form. */
const SHOWN = ['name', 'nameLat', 'price', 'allocation'] as const satisfies readonly TicketTypePart[];
const EMPTY = { nameLat: '', name: '', price: '', allocation: '' };

/** Ticket types that are written below each other: names, price and allocation. */
export function TicketTypeRows({ rows, idOf, errorOf, onChange, none, addId }: TicketTypeRowsProps) {
  const { t } = useTranslation(['staff-site-content', 'staff']);
  const add = useRef<HTMLButtonElement>(null);
  return (
    <>
      {rows.length === 0 && none !== undefined && <p className="text-muted">{none}</p>}
      {rows.map((row, place) => (
        <fieldset
          // A row has no identity but its place.
          // oxlint-disable-next-line react/no-array-index-key
          key={place}
          className="grid grid-cols-2 items-end gap-3 tablet:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_6.5rem_6.5rem_2.75rem]"
        >
          <legend className="sr-only">{t('ticketTypes.row', { number: place + 1 })}</legend>
          {SHOWN.map((part) => (
            <Field
              key={part}
              id={idOf(place, part)}
              label={t(`ticketTypes.${part}`)}
              lang={part === 'name' ? 'ka' : undefined}
              inputMode={part === 'price' ? 'decimal' : part === 'allocation' ? 'numeric' : undefined}
              autoComplete="off"
              value={row[part]}
              error={errorOf(place, part)}
              onChange={({ target }) => onChange(rows.with(place, { ...row, [part]: target.value }))}
            />
          ))}
          <button
            type="button"
            aria-label={t('staff:do_with', { what: t('ticketTypes.drop'), name: row.nameLat.trim() || String(place + 1) })}
            onClick={() => {
              // This button disappears, and the one below comes back when there were as many rows as possible.
              flushSync(() => onChange(rows.toSpliced(place, 1)));
              add.current?.focus();
            }}
            className="inline-flex min-h-11 items-center gap-2 justify-self-start text-muted hover:text-text tablet:min-h-13 tablet:min-w-11 tablet:justify-center"
          >
            <X size={20} />
            <span className="tablet:hidden">{t('ticketTypes.drop')}</span>
          </button>
        </fieldset>
      ))}
      {rows.length < READY_TICKET_TYPES_MAX && (
        <div>
          <Button
            ref={add}
            look="secondary"
            size="small"
            id={rows.length === 0 ? addId : undefined}
            onClick={() => onChange([...rows, EMPTY])}
          >
            {t('staff:add_ticket_type')}
          </Button>
        </div>
      )}
    </>
  );
}
