import Check from 'lucide-react/icons/check';
import Minus from 'lucide-react/icons/minus';
import { type ReactNode, useId } from 'react';
import { Checkbox } from 'react-aria-components/Checkbox';
import { CheckboxGroup } from 'react-aria-components/CheckboxGroup';
import { Label } from 'react-aria-components/Label';
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import { classNames } from '#web/ui/class-names.ts';
import { FieldNotes } from '#web/ui/fields.tsx';
import { described } from './described.ts';

/** `about`: a line that explains the choice. */
type Choice<T> = { value: T; text: string; about?: string };

type ChoicesProps<T> = { label: string; error?: string | undefined; choices: readonly Choice<T>[] };

type ChoiceBoxesProps<T> = ChoicesProps<T> & { value: readonly T[]; onChange(chosen: T[]): void };

/** One box per choice, of which any number may be ticked. After an error the first one takes the focus. */
export function ChoiceBoxes<T extends string | number>({ label, error, choices, value, onChange }: ChoiceBoxesProps<T>) {
  const id = useId();
  const write = (chosen: string[]) => onChange(choices.map((choice) => choice.value).filter((each) => chosen.includes(String(each))));
  return (
    <CheckboxGroup
      value={value.map(String)}
      onChange={write}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      {...described(id, { error })}
      className="flex flex-col gap-2"
    >
      <Label className="font-semibold">{label}</Label>
      <FieldNotes id={id} error={error} />
      {choices.map((choice) => (
        <Checkbox key={choice.value} value={String(choice.value)} className={rowClass}>
          <Mark shape="rounded-control">
            <Check size={20} strokeWidth={3} className="invisible text-coal group-data-selected:visible" />
          </Mark>
          <ChoiceText {...choice} />
        </Checkbox>
      ))}
    </CheckboxGroup>
  );
}

type OneChoiceProps<T> = ChoicesProps<T> & { value: NoInfer<T>; onChange(chosen: T): void };

/** Choices below each other, of which one is taken. */
export function ChoiceList<T extends string>({ label, error, choices, value, onChange }: OneChoiceProps<T>) {
  const id = useId();
  return (
    <RadioGroup {...chosenOf(choices, value, onChange)} {...described(id, { error })} className="flex flex-col gap-2">
      <Label className="font-semibold">{label}</Label>
      <FieldNotes id={id} error={error} />
      {choices.map((choice) => (
        <Radio key={choice.value} value={choice.value} className={rowClass}>
          <Mark shape="rounded-full">
            <span className="size-2.5 rounded-full bg-coal group-not-data-selected:invisible" />
          </Mark>
          <ChoiceText {...choice} />
        </Radio>
      ))}
    </RadioGroup>
  );
}

/** A few choices in a row, of which one is taken. */
export function Segments<T extends string>({ label, choices, value, onChange }: OneChoiceProps<T>) {
  return (
    <RadioGroup {...chosenOf(choices, value, onChange)} aria-label={label} orientation="horizontal" className="flex flex-wrap gap-x-5">
      {choices.map((choice) => (
        <Radio
          key={choice.value}
          value={choice.value}
          className="relative inline-flex min-h-11 cursor-pointer items-center border-b-2 border-transparent whitespace-nowrap text-muted hover:text-text data-selected:border-accent data-selected:font-semibold data-selected:text-text data-focus-visible:outline-3 data-focus-visible:outline-offset-2 data-focus-visible:outline-(--ring)"
        >
          {choice.text}
        </Radio>
      ))}
    </RadioGroup>
  );
}

const chosenOf = <T extends string>(choices: readonly Choice<T>[], value: T, onChange: (chosen: T) => void) => ({
  value,
  onChange(chosen: string) {
    const choice = choices.find((each) => each.value === chosen);
    if (choice) onChange(choice.value);
  },
  validationBehavior: 'aria' as const,
});

type TickBoxProps = { label: string; isTicked: boolean; isMixed?: boolean; onChange(isTicked: boolean): void };

/** A box that chooses a row of a list; its name is only read out. */
export function TickBox({ label, isTicked, isMixed = false, onChange }: TickBoxProps) {
  return (
    <Checkbox
      aria-label={label}
      isSelected={isTicked}
      isIndeterminate={isMixed}
      onChange={onChange}
      className="group relative -ms-2 grid size-9 cursor-pointer place-items-center max-desktop:size-11"
    >
      <Mark shape="rounded-control" size="size-5">
        <Check size={14} strokeWidth={4} className="invisible text-coal group-data-selected:visible group-data-indeterminate:hidden" />
        <Minus size={14} strokeWidth={4} className="hidden text-accent group-data-indeterminate:block" />
      </Mark>
    </Checkbox>
  );
}

const rowClass = 'group relative flex min-h-11 cursor-pointer items-center gap-3';

function Mark({ shape, size = 'size-7', children }: { shape: string; size?: string; children: ReactNode }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid shrink-0 place-items-center border-2 border-control bg-surface-1 group-data-focus-visible:outline-3 group-data-focus-visible:outline-offset-2 group-data-focus-visible:outline-(--ring) group-data-focus-visible:shadow-[0_0_0_2px_var(--ring-inner)] group-data-invalid:border-danger group-data-selected:border-accent group-data-selected:bg-accent',
        shape,
        size,
      )}
    >
      {children}
    </span>
  );
}

function ChoiceText<T>({ text, about }: Choice<T>) {
  return (
    <span>
      <span className={classNames('block', about !== undefined && 'font-semibold')}>{text}</span>
      {about !== undefined && <span className="block text-muted">{about}</span>}
    </span>
  );
}
