import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ReactNode, useId } from 'react';
import { Button } from 'react-aria-components/Button';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select';
import { controlClass, FieldNotes } from '#web/ui/fields.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { described } from './described.ts';

/** `count`: how many rows have it. */
export type Option<T = string> = { value: T; text: string; count?: number | string | undefined };

type SelectProps<T> = {
  /** A link of an error summary leads to it. */
  id?: string;
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  className?: string;
  isDisabled?: boolean;
  options: readonly Option<T>[];
  value: NoInfer<T>;
  onChange(value: NoInfer<T>): void;
};

/** A field of which one option is taken. */
export function Select<T extends string | number>({ label, hint, error, className, options, value, onChange, ...props }: SelectProps<T>) {
  const ownId = useId();
  const { id = ownId, isDisabled = false } = props;
  return (
    <AriaSelect
      value={keyOf(value)}
      onChange={(key) => {
        const option = options.find((each) => keyOf(each.value) === key);
        if (option) onChange(option.value);
      }}
      isDisabled={isDisabled}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      className={classNames('field group min-w-0', className)}
    >
      <Label className="font-semibold">{label}</Label>
      <div className="flex flex-col gap-2 empty:hidden">
        <FieldNotes id={id} hint={hint} error={error} />
      </div>
      <Button
        id={id}
        {...described(id, { hint, error })}
        // The library leaves the button unmarked, to which a failed attempt leads the focus.
        // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- a button that opens choices is read as invalid like a field
        render={(button) => <button {...button} aria-invalid={error !== undefined || undefined} />}
        className={classNames(
          controlClass,
          'flex min-w-0 cursor-pointer items-center justify-between gap-3 text-start data-disabled:text-muted',
        )}
      >
        <SelectValue className="min-w-0 truncate" />
        <ChevronDown size={20} className="shrink-0" />
      </Button>
      <Options options={options} />
    </AriaSelect>
  );
}

/** Keys of the library are not empty. */
export const keyOf = (value: string | number): string => `=${value}`;

/** What a select opens. */
export function Options({ options }: { options: readonly Option<string | number>[] }) {
  return (
    <Popover className={paper}>
      <ListBox className="max-h-80 overflow-y-auto py-1 outline-none">
        {options.map(({ value, text, count }) => (
          <ListBoxItem
            key={value}
            id={keyOf(value)}
            textValue={text}
            className="flex min-h-11 cursor-pointer items-center justify-between gap-6 px-4 outline-none data-focused:bg-surface-3 data-selected:font-semibold"
          >
            {text}
            {count !== undefined && <span className="type-tabular text-muted">{count}</span>}
          </ListBoxItem>
        ))}
      </ListBox>
    </Popover>
  );
}

/** As wide as the button that opens it, or wider. */
export const paper =
  'min-w-[max(11rem,var(--trigger-width))] max-w-[calc(100vw-1rem)] rounded-control border border-control bg-surface-2 text-[1rem]';
