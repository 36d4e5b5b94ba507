import { type ReactNode, useId } from 'react';
import { Switch as AriaSwitch } from 'react-aria-components/Switch';
import { FieldNotes } from '#web/ui/fields.tsx';
import { described } from './described.ts';

type SwitchProps = { label: ReactNode; hint?: ReactNode; isOn: boolean; onChange(isOn: boolean): void };

/** A setting that is saved at once. */
export function Switch({ label, hint, isOn, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-2">
      <AriaSwitch
        isSelected={isOn}
        onChange={onChange}
        {...described(id, { hint })}
        className="group relative flex min-h-11 cursor-pointer items-center gap-3"
      >
        <span
          aria-hidden="true"
          className="flex h-7 w-12 shrink-0 items-center rounded-full border-2 border-control bg-surface-1 px-0.5 group-data-focus-visible:outline-3 group-data-focus-visible:outline-offset-2 group-data-focus-visible:outline-(--ring) group-data-selected:justify-end group-data-selected:border-accent group-data-selected:bg-accent"
        >
          <span className="size-5 rounded-full bg-bone group-data-selected:bg-coal" />
        </span>
        <span>{label}</span>
      </AriaSwitch>
      <FieldNotes id={id} hint={hint} hintClass="-mt-2 ps-15" />
    </div>
  );
}
