import { classNames } from './class-names.ts';

/** The turning ring of something that is being sent. */
export function Ring({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 20 20" width="20" height="20" fill="none" aria-hidden="true" className={classNames('animate-ring', className)}>
      <circle cx="10" cy="10" r="8" stroke="currentColor" strokeWidth="3" strokeDasharray="36 15" />
    </svg>
  );
}
