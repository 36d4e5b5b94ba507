import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';

type ToggleButtonProps = { isOn: boolean; onClick(): void; children: ReactNode };

/** Looks like the chosen mode while it is on. */
export function ToggleButton({ isOn, onClick, children }: ToggleButtonProps) {
  return (
    <Button
      look="secondary"
      className="min-w-0 flex-1 px-2! aria-pressed:bg-bone! aria-pressed:text-coal!"
      aria-pressed={isOn}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}
