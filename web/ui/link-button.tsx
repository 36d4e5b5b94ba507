import { Link, type LinkProps } from 'react-router';
import { ButtonLabel } from './button.tsx';
import { buttonClass, type ButtonLook } from './button-look.ts';

/** A link that looks like a button: it leads somewhere, a `Button` does something. */
export function LinkButton({ look, size, isWide, className, children, ...rest }: ButtonLook & LinkProps) {
  return (
    <Link {...rest} className={buttonClass({ look, size, isWide }, false, className)}>
      <ButtonLabel>{children}</ButtonLabel>
    </Link>
  );
}
