import { useRef } from 'react';
import { Button } from '#web/ui/button.tsx';

type FileButtonProps = {
  id: string;
  /** What is chosen, for screen readers. */
  label: string;
  /** The visible text. */
  text: string;
  /** The formats, as of an `<input type="file">`. */
  accept: string;
  isPending: boolean;
  pendingLabel: string;
  'aria-describedby'?: string;
  onChoose(file: File): void;
};

/** A button that chooses one file from the device. */
export function FileButton({ id, label, text, accept, isPending, pendingLabel, onChoose, ...described }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        id={id}
        type="file"
        accept={accept}
        aria-label={label}
        {...described}
        tabIndex={-1}
        onChange={({ target }) => {
          const file = target.files?.[0];
          // Otherwise the file could not be chosen again.
          target.value = '';
          if (file) onChoose(file);
        }}
        className="sr-only"
      />
      <Button
        look="secondary"
        size="small"
        aria-label={text === label ? undefined : label}
        isPending={isPending}
        pendingLabel={pendingLabel}
        onClick={() => input.current?.click()}
      >
        {text}
      </Button>
    </>
  );
}
