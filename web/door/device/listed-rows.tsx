import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { latinLetter } from '#shared/accounts/latin-name.ts';
import { timeText } from '#shared/dates.ts';
import { priceText } from '#shared/price-text.ts';
import type { ListedGuest } from '#web/door/phone/door-phone.ts';
import { Button } from '#web/ui/button.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

const ROWS_AT_ONCE = 10;

/** `Nino B.` */
export const listedName = ({ firstName, initial }: Pick<ListedGuest, 'firstName' | 'initial'>): string =>
  initial === '' ? firstName : `${firstName} ${initial}.`;

type ListedRowsProps = { listed: readonly ListedGuest[]; searched: string; onAdmit(entryId: number, people: number): void };

/** Guest list entries whose name begins with the search. The names are on the phone, so no network is needed. */
export function ListedRows({ listed, searched, onAdmit }: ListedRowsProps) {
  const { t } = useTranslation('scanner-device');
  const [rows, setRows] = useState(ROWS_AT_ONCE);
  const fitting = Map.groupBy(listed, (guest) => fitOf(guest, searched));
  const found = [...(fitting.get(0) ?? []), ...(fitting.get(1) ?? [])];
  return (
    <section aria-labelledby="listed" className="flex flex-col gap-2">
      <h3 id="listed" className="text-[1.125rem] font-bold">
        {t('listed.title')}
      </h3>
      <output className="text-muted">{t('listed.found', { count: found.length })}</output>
      <ul className="flex flex-col">
        {found.slice(0, rows).map((guest) => (
          <ListedRow key={guest.id} guest={guest} onAdmit={(people) => onAdmit(guest.id, people)} />
        ))}
      </ul>
      {found.length > rows && (
        <Button look="secondary" isWide onClick={() => setRows(rows + ROWS_AT_ONCE)}>
          {t('listed.more')}
        </Button>
      )}
    </section>
  );
}

function ListedRow({ guest, onAdmit }: { guest: ListedGuest; onAdmit(people: number): void }) {
  const { t } = useTranslation('scanner-device');
  const { list, plusOnes, arrived, ticketKey } = guest;
  const left = Math.max(1, 1 + plusOnes - arrived);
  // A group rarely arrives together.
  const [people, setPeople] = useState(1);
  const coming = Math.min(people, left);
  const name = listedName(guest);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-control py-3">
      <div className="min-w-0 grow basis-[11rem]">
        <p className="text-[1.125rem] font-bold wrap-anywhere">
          {name} {plusOnes > 0 && <span className="type-tabular">+{plusOnes}</span>}
        </p>
        <p className="text-muted wrap-anywhere">
          {list.name}
          {list.freeUntil !== null && ` · ${t('listed.until', { time: timeText(list.freeUntil) })}`}
          {ticketKey !== undefined && ` · ${t('listed.ticket')}`}
        </p>
        {list.price && <p className="font-bold">{t('listed.price', { price: priceText(list.price) })}</p>}
        {arrived > 0 && <p className="font-semibold text-warn">{t('listed.arrived', { arrived, places: 1 + plusOnes })}</p>}
      </div>
      <div className="ms-auto flex items-center gap-3">
        {left > 1 && (
          <fieldset aria-label={t('listed.people')} className="flex items-center">
            <Step label={t('listed.fewer')} isOff={coming <= 1} onPress={() => setPeople(coming - 1)} Icon={Minus} />
            <output className="type-tabular min-w-8 text-center text-[1.25rem] font-bold">{coming}</output>
            <Step label={t('listed.more_people')} isOff={coming >= left} onPress={() => setPeople(coming + 1)} Icon={Plus} />
          </fieldset>
        )}
        <Button
          look="secondary"
          className="shrink-0 px-4!"
          aria-label={t('listed.let_in_of', { name, people: coming })}
          onClick={() => onAdmit(coming)}
        >
          {t('search.let_in')}
        </Button>
      </div>
    </li>
  );
}

type StepProps = { label: string; isOff: boolean; onPress(): void; Icon: typeof Plus };

function Step({ label, isOff, onPress, Icon }: StepProps) {
  return (
    <button
      type="button"
      aria-label={label}
      disabled={isOff}
      onClick={onPress}
      className="grid size-12 place-items-center rounded-control disabled:opacity-40"
    >
      <Icon aria-hidden="true" />
    </button>
  );
}

/** A name in the form that searches use, like the server's `latin_text`: Latin letters, lower case, without diacritics. */
const foldName = (name: string): string =>
  [
    ...name
      .normalize('NFD')
      .replaceAll(/[\u0300-\u036F]/g, '')
      .toLowerCase(),
  ]
    .map((letter) => latinLetter(letter) ?? letter)
    .join('');

/**
 * How well a name matches a search: 0 if a word begins the first name, 1 if the words match only the last name's initial, undefined if a
 * word matches neither.
 */
export function fitOf({ firstName, initial }: Pick<ListedGuest, 'firstName' | 'initial'>, searched: string): 0 | 1 | undefined {
  const names = foldName(firstName).split(/\s+/);
  const letter = foldName(initial);
  const parts = foldName(searched).trim().split(/\s+/);
  const isFirst = (word: string) => names.some((name) => name.startsWith(word));
  const isLast = (word: string) => letter !== '' && (word.startsWith(letter) || letter.startsWith(word));
  if (!parts.every((word) => isFirst(word) || isLast(word))) return undefined;
  return parts.some(isFirst) ? 0 : 1;
}
