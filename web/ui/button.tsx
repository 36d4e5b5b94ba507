import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import { Link, type LinkProps } from 'react-router';
import { classNames } from './class-names.ts';

/** `paper` is for an event's paper; one `primary` per view. Sizes are 44, 56, 64 and 88 px. */
type ButtonLook = {
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

const shape = 'type-body inline-grid items-center rounded-control font-semibold';

export function buttonClass({ look, size, isWide }: ButtonLook, isUnavailable = false, className?: string): string {
  // A quiet label begins where the text above it does, also when a longer pending label sets the width.
  const padding =
    look === 'quiet'
      ? '-ms-1 justify-items-start ps-1 text-start'
      : `justify-items-center text-center ${size === 'small' ? 'px-4' : 'px-6'}`;
  const colours = looks[isUnavailable ? 'unavailable' : (look ?? 'primary')];
  return classNames(shape, padding, colours, sizes[size ?? 'default'], isWide && 'w-full', className);
}

type ButtonProps = ButtonLook &
  ButtonHTMLAttributes<HTMLButtonElement> & {
    /** While a request runs, the button keeps its width and its focus, and does nothing. */
    isPending?: boolean | undefined;
    pendingLabel?: string | undefined;
    ref?: Ref<HTMLButtonElement>;
  };

/** A disabled button is still in the tab order, so that its reason is found. */
export function Button({ look, size, isWide, isPending = false, pendingLabel, disabled = false, ...props }: ButtonProps) {
  const { className, children, onClick, ...rest } = props;
  const isIdle = isPending || disabled;
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (isIdle) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ look, size, isWide }, disabled, className)}
      aria-disabled={isIdle || undefined}
      aria-busy={isPending || undefined}
      onClick={click}
    >
      <ButtonLabel isHidden={isPending}>{children}</ButtonLabel>
      {pendingLabel !== undefined && (
        <ButtonLabel isHidden={!isPending}>
          <Ring />
          {pendingLabel}
        </ButtonLabel>
      )}
    </button>
  );
}

/** All labels of one button are in one grid cell: the widest sets the width, whichever is visible. */
export function ButtonLabel({ isHidden = false, children }: { isHidden?: boolean; children: ReactNode }) {
  return (
    <span className={classNames('col-start-1 row-start-1 flex items-center justify-center gap-3', isHidden && 'invisible')}>
      {children}
    </span>
  );
}

/** The spinner of a pending button. */
export function Ring({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 20 20" width="20" height="20" fill="none" aria-hidden="true" className={classNames('animate-ring', className)}>
      <circle cx="10" cy="10" r="8" stroke="currentColor" strokeWidth="3" strokeDasharray="36 15" />
    </svg>
  );
}

export function LinkButton({ look, size, isWide, className, children, ...rest }: ButtonLook & LinkProps) {
  return (
    <Link {...rest} className={buttonClass({ look, size, isWide }, false, className)}>
      <ButtonLabel>{children}</ButtonLabel>
    </Link>
  );
}
