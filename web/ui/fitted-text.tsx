import type { CSSProperties, HTMLAttributes } from 'react';
import { fittedWidth } from './fitted.ts';

type FittedTextProps = Omit<HTMLAttributes<HTMLElement>, 'style'> & {
  as: 'h1' | 'h2' | 'h3' | 'p';
  /** Largest size in px; without it the cap of the type class holds. */
  cap?: number;
  children: string;
};

type FittedStyle = CSSProperties & { '--w': number; '--cap'?: string };

/** A headline whose widest word never outgrows its column; `className` names the display class of `type.css`. */
export function FittedText({ as: Heading, cap, children, ...rest }: FittedTextProps) {
  const style: FittedStyle = { '--w': roundUp(fittedWidth(children)), ...(cap !== undefined && { '--cap': `${cap}px` }) };
  return (
    <div className="fitted-column">
      <Heading {...rest} style={style}>
        {children}
      </Heading>
    </div>
  );
}

const roundUp = (em: number): number => Math.ceil(em * 1000) / 1000;
