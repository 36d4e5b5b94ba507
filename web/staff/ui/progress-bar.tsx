import { ProgressBar as AriaProgressBar } from 'react-aria-components/ProgressBar';

/** How much of something is done, from 0 to 1. */
export function ProgressBar({ label, share }: { label: string; share: number }) {
  return (
    <AriaProgressBar aria-label={label} value={share} maxValue={1} className="block h-2 w-30 bg-surface-3">
      <span className="block h-2 bg-accent" style={{ width: `${share * 100}%` }} />
    </AriaProgressBar>
  );
}
