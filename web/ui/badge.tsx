import { classNames } from './class-names.ts';

type BadgeProps = {
  count: number;
  /** The accessible name of what is counted. */
  label: string;
  /** The badge is on an event's paper. */
  isOnPaper?: boolean;
};

export function Badge({ count, label, isOnPaper = false }: BadgeProps) {
  const colours = isOnPaper ? 'bg-on text-paper' : 'bg-accent text-on-accent';
  return (
    <span className={classNames('type-small type-tabular inline-grid min-w-5.5 place-items-center rounded-full px-1.5 font-bold', colours)}>
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
