import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import { useRef, useState } from 'react';
import { fullName } from '#shared/accounts/account-rules.ts';
import { PLUS_ONES_MAX } from '#shared/guest-lists/entry-limits.ts';
import type { OwnGuestListEntryView, OwnListView } from '#shared/guest-lists/own-list.contract.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { FormNote } from '#web/ui/form-note.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import type { OwnListCalls } from './use-own-list.ts';

type OwnNamesProps = { own: OwnListCalls; list: OwnListView };

/** The guest list entries: who has come, how many companions, and removal with an undo. */
export function OwnNames({ own, list }: OwnNamesProps) {
  const { t } = useTranslation(['common', 'lists']);
  const heading = useRef<HTMLHeadingElement>(null);
  const [refusal, setRefusal] = useState<string>();
  const mayChange = list.state === 'open' || list.state === 'late';
  const left = Math.max(0, list.allocation - list.people);

  const bringBack = async (entry: OwnGuestListEntryView) => {
    const refused = await own.bringBack(entry.id);
    if (refused === undefined) toast.success(t('lists:back', { name: fullName(entry) }));
    else toast.error(refused);
  };
  const remove = async (entry: OwnGuestListEntryView) => {
    const refused = await own.remove(entry.id);
    setRefusal(refused);
    if (refused !== undefined) return;
    // The row that had the focus is gone.
    heading.current?.focus();
    toast.success(t(entry.hasTicket ? 'lists:removed_ticket' : 'lists:removed', { name: fullName(entry) }), {
      label: t('lists:undo'),
      run: () => void bringBack(entry),
    });
  };
  const change = async (entry: OwnGuestListEntryView, plusOnes: number) => setRefusal(await own.change(entry.id, plusOnes));
  return (
    <section aria-labelledby="own-names" className="flex flex-col gap-4">
      <h2 id="own-names" ref={heading} tabIndex={-1} className="type-display-s">
        {t('lists:names_title')}
      </h2>
      <FormNote text={refusal} />
      {list.entries.length === 0 ? (
        <p className="text-muted">{t('lists:nobody')}</p>
      ) : (
        <ul className="border-t border-hairline">
          {list.entries.map((entry) => (
            <li key={entry.id} className="flex flex-wrap items-center justify-end gap-x-4 border-b border-hairline py-1.5">
              <Name entry={entry} isCounted={!mayChange} />
              {mayChange && (
                <Company
                  entry={entry}
                  most={list.state === 'late' ? entry.plusOnes : Math.min(PLUS_ONES_MAX, entry.plusOnes + left)}
                  onChange={(plusOnes) => void change(entry, plusOnes)}
                />
              )}
              {mayChange && entry.arrived === 0 && (
                <Button
                  look="quiet"
                  size="small"
                  className="shrink-0 whitespace-nowrap"
                  aria-label={t('lists:remove_of', { name: fullName(entry) })}
                  onClick={() => void remove(entry)}
                >
                  {t('lists:remove')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** `isCounted`: shows the number of companions where no control does. */
function Name({ entry, isCounted }: { entry: OwnGuestListEntryView; isCounted: boolean }) {
  const { t } = useTranslation('lists');
  const { plusOnes, note, arrived, hasTicket, isDuplicate } = entry;
  return (
    <div className="min-w-0 grow basis-[7rem]">
      <p dir="auto" className="font-semibold wrap-anywhere">
        {entry.firstName === '' ? t('forgotten') : fullName(entry)}
        {isCounted && plusOnes > 0 && <span className="type-tabular whitespace-nowrap"> +{plusOnes}</span>}
      </p>
      {note !== '' && (
        <p dir="auto" className="type-meta wrap-anywhere text-muted">
          {note}
        </p>
      )}
      {arrived > 0 && <p className="type-meta text-ok">{t('came', { arrived, places: 1 + plusOnes })}</p>}
      {hasTicket && <p className="type-meta text-muted">{t('ticket')}</p>}
      {isDuplicate && <p className="type-meta text-warn">{t('duplicate')}</p>}
    </div>
  );
}

type CompanyProps = { entry: OwnGuestListEntryView; most: number; onChange(plusOnes: number): void };

/** The number of companions, changed by one with each press. */
function Company({ entry, most, onChange }: CompanyProps) {
  const { t } = useTranslation('lists');
  const name = fullName(entry);
  const { plusOnes } = entry;
  const least = Math.max(0, entry.arrived - 1);
  const step = (by: -1 | 1, isOver: boolean) => (
    <button
      type="button"
      aria-label={t(by < 0 ? 'fewer_of' : 'more_of', { name })}
      aria-disabled={isOver || undefined}
      onClick={() => isOver || onChange(plusOnes + by)}
      className="grid size-11 place-items-center aria-disabled:text-faint"
    >
      {by < 0 ? <Minus size={20} /> : <Plus size={20} />}
    </button>
  );
  return (
    <fieldset aria-label={t('company_of', { name })} className="flex shrink-0 items-center rounded-control border border-control">
      {step(-1, plusOnes <= least)}
      <output className="type-tabular min-w-7 text-center font-semibold">+{plusOnes}</output>
      {step(1, plusOnes >= most)}
    </fieldset>
  );
}
