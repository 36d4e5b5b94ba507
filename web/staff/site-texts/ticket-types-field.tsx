import { type TicketTypePart, ticketTypeRows, ticketTypesProblem, writeTicketTypes } from '#shared/site-texts/ready-ticket-types.ts';
import { TicketTypeRows } from '#web/staff/components/ticket-type-rows.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

type TicketTypesFieldProps = { id: string; label: string; value: string; error: string | undefined; onChange(value: string): void };

/** The ticket types that every new event begins with, stored in the format of `shared/site-texts/ready-ticket-types.ts`. */
export function TicketTypesField({ id, label, value, error, onChange }: TicketTypesFieldProps) {
  const { t } = useTranslation('staff-site-content');
  const wrong = ticketTypesBox(id, value);
  return (
    <fieldset className="flex flex-col gap-5">
      <legend className="mb-3 font-semibold">{label}</legend>
      <TicketTypeRows
        rows={ticketTypeRows(value)}
        idOf={(row, part) => boxId(id, row, part)}
        errorOf={(row, part) => (wrong === boxId(id, row, part) ? error : undefined)}
        onChange={(rows) => onChange(writeTicketTypes(rows))}
        none={t('ticketTypes.none')}
        addId={id}
      />
    </fieldset>
  );
}

const boxId = (id: string, row: number, part: TicketTypePart): string => (row === 0 && part === 'name' ? id : `${id}-${row}-${part}`);

/** The element id of the wrong value, else of the first one. */
export function ticketTypesBox(id: string, value: string): string {
  const problem = ticketTypesProblem(value);
  return problem ? boxId(id, problem.row, problem.part) : id;
}
