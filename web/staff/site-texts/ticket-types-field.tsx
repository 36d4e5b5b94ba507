import X from 'lucide-react/icons/x';
import {
  READY_TICKET_TYPES_MAX,
  type TicketTypePart,
  ticketTypeRows,
  ticketTypesProblem,
  writeTicketTypes,
} from '#shared/site-texts/ready-ticket-types.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

type TicketTypesFieldProps = { id: string; label: string; value: string; error: string | undefined; onChange(value: string): void };

/** Georgian before English, as in every form. */
const SHOWN = ['name', 'nameLat', 'price', 'allocation'] as const satisfies readonly TicketTypePart[];
const EMPTY = { nameLat: '', name: '', price: '', allocation: '' };

/** The ticket types that every new event begins with, stored in the format of `shared/site-texts/ready-ticket-types.ts`. */
export function TicketTypesField({ id, label, value, error, onChange }: TicketTypesFieldProps) {
  const { t } = useTranslation('staff-words');
  const rows = ticketTypeRows(value);
  const wrong = ticketTypesBox(id, value);
  return (
    <fieldset className="flex flex-col gap-5">
      <legend className="mb-3 font-semibold">{label}</legend>
      {rows.length === 0 && <p className="text-muted">{t('ticketTypes.none')}</p>}
      {rows.map((row, place) => (
        // A row has no identity but its place.
        // oxlint-disable-next-line react/no-array-index-key
        <fieldset key={place} className="grid grid-cols-2 items-end gap-3 border-t border-hairline pt-3">
          <legend className="sr-only">{t('ticketTypes.row', { number: place + 1 })}</legend>
          {SHOWN.map((part) => (
            <Field
              key={part}
              id={boxId(id, place, part)}
              label={t(`ticketTypes.${part}`)}
              lang={part === 'name' ? 'ka' : undefined}
              inputMode={part === 'price' ? 'decimal' : part === 'allocation' ? 'numeric' : undefined}
              autoComplete="off"
              value={row[part]}
              error={wrong === boxId(id, place, part) ? error : undefined}
              onChange={({ target }) => onChange(writeTicketTypes(rows.with(place, { ...row, [part]: target.value })))}
            />
          ))}
          <button
            type="button"
            aria-label={t('ticketTypes.remove', { name: row.nameLat.trim() || String(place + 1) })}
            onClick={() => onChange(writeTicketTypes(rows.toSpliced(place, 1)))}
            className="inline-flex min-h-11 items-center gap-2 justify-self-start text-muted hover:text-text"
          >
            <X size={20} />
            {t('ticketTypes.drop')}
          </button>
        </fieldset>
      ))}
      {rows.length < READY_TICKET_TYPES_MAX && (
        <div>
          <Button
            look="secondary"
            size="small"
            id={rows.length === 0 ? id : undefined}
            onClick={() => onChange(writeTicketTypes([...rows, EMPTY]))}
          >
            {t('ticketTypes.add')}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

const boxId = (id: string, row: number, part: TicketTypePart): string => (row === 0 && part === SHOWN[0] ? id : `${id}-${row}-${part}`);

/** The element id of the wrong value, else of the first one. */
export function ticketTypesBox(id: string, value: string): string {
  const problem = ticketTypesProblem(value);
  return problem ? boxId(id, problem.row, problem.part) : id;
}
