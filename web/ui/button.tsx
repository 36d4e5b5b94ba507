import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import { Link, type LinkProps } from 'react-router';
import { buttonClass, type ButtonLook } from './button-look.ts';
import { classNames } from './class-names.ts';

type ButtonProps = ButtonLook &
  ButtonHTMLAttributes<HTMLButtonElement> & {
    /** While a request runs: the button keeps its width and its focus, and does nothing. */
    isPending?: boolean | undefined;
    pendingLabel?: string | undefined;
    ref?: Ref<HTMLButtonElement>;
  };

/** A button of art direction §11. A disabled one stays in the tab order, so that its reason is found. */
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

/** All labels of one button are in one grid cell: the widest gives the width, whichever is visible. */
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

/** A link that looks like a button. */
export function LinkButton({ look, size, isWide, className, children, ...rest }: ButtonLook & LinkProps) {
  return (
    <Link {...rest} className={buttonClass({ look, size, isWide }, false, className)}>
      <ButtonLabel>{children}</ButtonLabel>
    </Link>
  );
}
