import { classNames } from './class-names.ts';

/** `paper` is for an event's paper; one `primary` per view. Sizes are 44, 56, 64 and 88 px (art direction §11). */
export type ButtonLook = {
  look?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'paper' | undefined;
  size?: 'small' | 'default' | 'hero' | 'scanner' | undefined;
  isWide?: boolean | undefined;
};

const looks = {
  primary: 'bg-accent text-coal hover:bg-bone',
  secondary: 'border border-control hover:border-bone hover:bg-surface-2',
  quiet: 'underline decoration-2 underline-offset-4 hover:decoration-4',
  danger: 'bg-danger text-coal hover:bg-bone',
  paper: 'paper-button',
  unavailable: 'bg-surface-2 text-muted',
} as const;

const sizes = {
  small: 'min-h-11 py-1.5',
  default: 'min-h-14 py-2',
  hero: 'min-h-16 py-2',
  scanner: 'min-h-22 py-3',
} as const;

const shape = 'type-body inline-grid place-items-center rounded-control text-center font-semibold';

export function buttonClass({ look, size, isWide }: ButtonLook, isUnavailable = false, className?: string): string {
  const padding = look === 'quiet' ? 'px-1' : size === 'small' ? 'px-4' : 'px-6';
  const colours = looks[isUnavailable ? 'unavailable' : (look ?? 'primary')];
  return classNames(shape, padding, colours, sizes[size ?? 'default'], isWide && 'w-full', className);
}
