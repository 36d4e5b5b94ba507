import type { Places } from '#shared/staff/places.schemas.ts';
import { classNames } from '#web/ui/class-names.ts';

type SoldBarProps = Pick<Places, 'sold' | 'held' | 'capacity'> & { className?: string };

/** The capacity of an event or the allocation of a ticket type, with what is sold and, paler, reserved. Decoration: the numbers stand beside it. */
export function SoldBar({ sold, held, capacity, className }: SoldBarProps) {
  const shareOf = (places: number) => Math.min(100, (100 * places) / Math.max(1, capacity));
  return (
    <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" className={classNames('h-2 w-full bg-surface-3', className)}>
      <rect width={shareOf(sold + held)} height="4" className="fill-faint" />
      <rect width={shareOf(sold)} height="4" className="fill-accent" />
    </svg>
  );
}
