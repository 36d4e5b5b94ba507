import ChevronDown from 'lucide-react/icons/chevron-down';
import { Button } from 'react-aria-components/Button';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select, SelectValue } from 'react-aria-components/Select';
import type { ReactNode } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { useTranslation } from '#web/ui/translation.tsx';

/** `count`: how many rows have it. */
type ChipChoice = { value: string; text: string; count?: number | string | undefined };

type ChoiceChipProps = {
  label: string;
  /** What it means that nothing is chosen. */
  none?: string | undefined;
  choices: readonly ChipChoice[];
  /** Empty while nothing is chosen. */
  value: string;
  onChange(value: string): void;
};

/** Keys of the library are not empty. */
const keyOf = (value: string): string => `=${value}`;

/** A choice in a chip; the first one takes it back. */
export function ChoiceChip({ label, none, choices, value, onChange }: ChoiceChipProps) {
  const { t } = useTranslation('staff');
  return (
    <Select value={value === '' ? null : keyOf(value)} onChange={(key) => onChange(String(key).slice(1))} placeholder="">
      <Button className={classNames(chip, value === '' ? 'border-control' : 'border-accent')}>
        <Label className="cursor-pointer">{label}</Label>
        <SelectValue className="max-w-60 truncate font-semibold">
          {({ isPlaceholder, defaultChildren }) => !isPlaceholder && defaultChildren}
        </SelectValue>
        <ChevronDown size={16} className="shrink-0 text-muted" />
      </Button>
      <Popover className={paper}>
        <ListBox className="max-h-80 overflow-y-auto py-1 outline-none">
          {[{ value: '', text: none ?? t('all') }, ...choices].map(({ value: one, text, ...choice }: ChipChoice) => (
            <ListBoxItem
              key={one}
              id={keyOf(one)}
              textValue={text}
              className="flex min-h-11 cursor-pointer items-center justify-between gap-6 px-4 outline-none data-focused:bg-surface-3 data-selected:font-semibold"
            >
              {text}
              {choice.count !== undefined && <span className="type-tabular text-muted">{choice.count}</span>}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </Select>
  );
}

/** A chip that opens a field; `value` is what is set, as text. */
export function FieldChip({ label, value, children }: { label: string; value: string; children: ReactNode }) {
  return (
    <DialogTrigger>
      <Button className={classNames(chip, value === '' ? 'border-control' : 'border-accent')}>
        {label}
        {value !== '' && <span className="font-semibold">{value}</span>}
        <ChevronDown size={16} className="shrink-0 text-muted" />
      </Button>
      <Popover className={paper}>
        <Dialog aria-label={label} className="p-4 outline-none">
          {children}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

/** A chip that is on or off. */
export function ToggleChip({ label, isOn, onChange }: { label: string; isOn: boolean; onChange(isOn: boolean): void }) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={() => onChange(!isOn)}
      className={classNames(chip, isOn ? 'border-accent font-semibold' : 'border-control')}
    >
      {label}
    </button>
  );
}

const chip =
  'inline-flex min-h-11 max-w-full cursor-pointer items-center gap-2 rounded-full border px-4 text-start whitespace-nowrap hover:border-bone desktop:min-h-9';
const paper = 'min-w-44 max-w-[calc(100vw-1rem)] rounded-control border border-control bg-surface-2 text-[1rem]';
