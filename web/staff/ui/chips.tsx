import ChevronDown from 'lucide-react/icons/chevron-down';
import { Button } from 'react-aria-components/Button';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Label } from 'react-aria-components/Label';
import { Popover } from 'react-aria-components/Popover';
import { Select, SelectValue } from 'react-aria-components/Select';
import type { ReactNode } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { keyOf, type Option, Options, paper } from './select.tsx';

type ChoiceChipProps = {
  label: string;
  /** What it means that nothing is chosen. */
  none?: string | undefined;
  choices: readonly Option[];
  /** Empty while nothing is chosen. */
  value: string;
  onChange(value: string): void;
};

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
      <Options options={[{ value: '', text: none ?? t('all') }, ...choices]} />
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
