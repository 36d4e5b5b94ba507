import { classNames } from './class-names.ts';

/** The box of what is being loaded; `className` gives it the exact size. Quick answers come before it shows. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classNames('animate-skeleton bg-surface-1', className)} />;
}
