import X from 'lucide-react/icons/x';
import { READY_RELEASES_MAX, type ReleasePart, releaseRows, releasesProblem, writeReleases } from '#shared/site-texts/ready-releases.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

type ReleasesFieldProps = { id: string; label: string; value: string; error: string | undefined; onChange(value: string): void };

/** Georgian before English, as in every form. */
const SHOWN = ['name', 'nameLat', 'price', 'quota'] as const satisfies readonly ReleasePart[];
const EMPTY = { nameLat: '', name: '', price: '', quota: '' };

/** The releases that every new night begins with; stored in the format of `shared/site-texts/ready-releases.ts`. */
export function ReleasesField({ id, label, value, error, onChange }: ReleasesFieldProps) {
  const { t } = useTranslation('staff-words');
  const rows = releaseRows(value);
  const wrong = releasesBox(id, value);
  return (
    <fieldset className="flex flex-col gap-5">
      <legend className="mb-3 font-semibold">{label}</legend>
      {rows.length === 0 && <p className="text-muted">{t('releases.none')}</p>}
      {rows.map((row, place) => (
        // A row has no other identity than its place.
        // oxlint-disable-next-line react/no-array-index-key
        <fieldset key={place} className="grid grid-cols-2 items-end gap-3 border-t border-hairline pt-3">
          <legend className="sr-only">{t('releases.row', { number: place + 1 })}</legend>
          {SHOWN.map((part) => (
            <Field
              key={part}
              id={boxId(id, place, part)}
              label={t(`releases.${part}`)}
              lang={part === 'name' ? 'ka' : undefined}
              inputMode={part === 'price' ? 'decimal' : part === 'quota' ? 'numeric' : undefined}
              autoComplete="off"
              value={row[part]}
              error={wrong === boxId(id, place, part) ? error : undefined}
              onChange={({ target }) => onChange(writeReleases(rows.with(place, { ...row, [part]: target.value })))}
            />
          ))}
          <button
            type="button"
            aria-label={t('releases.remove', { name: row.nameLat.trim() || String(place + 1) })}
            onClick={() => onChange(writeReleases(rows.toSpliced(place, 1)))}
            className="inline-flex min-h-11 items-center gap-2 justify-self-start text-muted hover:text-text"
          >
            <X size={20} />
            {t('releases.drop')}
          </button>
        </fieldset>
      ))}
      {rows.length < READY_RELEASES_MAX && (
        <div>
          <Button
            look="secondary"
            size="small"
            id={rows.length === 0 ? id : undefined}
            onClick={() => onChange(writeReleases([...rows, EMPTY]))}
          >
            {t('releases.add')}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

const boxId = (id: string, row: number, part: ReleasePart): string => (row === 0 && part === SHOWN[0] ? id : `${id}-${row}-${part}`);

/** The element id of the wrong value, else of the first one. */
export function releasesBox(id: string, value: string): string {
  const problem = releasesProblem(value);
  return problem ? boxId(id, problem.row, problem.part) : id;
}
