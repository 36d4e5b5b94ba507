import { Button } from '#web/ui/button.tsx';

type RowCommandProps = {
  text: string;
  /** Also names the row. */
  label: string;
  isPending?: boolean;
  disabled?: boolean;
  onPress(): void;
};

/** A command of one row of a list. */
export const RowCommand = ({ text, label, onPress, ...button }: RowCommandProps) => (
  <Button look="quiet" size="small" className="min-w-11 text-[0.875rem] whitespace-nowrap" aria-label={label} onClick={onPress} {...button}>
    {text}
  </Button>
);
