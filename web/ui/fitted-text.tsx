import type { CSSProperties, HTMLAttributes } from 'react';
import { classNames } from './class-names.ts';
import { fittedWidth } from './fitted.ts';

type FittedTextProps = Omit<HTMLAttributes<HTMLElement>, 'style'> & {
  as: 'h1' | 'h2' | 'h3' | 'p';
  /** Largest size in px; without it the cap of the type class holds. */
  cap?: number;
  children: string;
};

type FittedStyle = CSSProperties & { '--w': number; '--cap'?: string };

/** A word wider than this, in em, is none: it breaks wherever it must instead of shrinking to nothing. */
const WIDEST_WORD = 16;

/** A headline whose widest word never outgrows its column; `className` names the display class of `type.css`. */
export function FittedText({ as: Heading, cap, className, children, ...rest }: FittedTextProps) {
  const width = fittedWidth(children);
  const isEndless = width > WIDEST_WORD;
  const style: FittedStyle = { '--w': isEndless ? WIDEST_WORD : roundUp(width), ...(cap !== undefined && { '--cap': `${cap}px` }) };
  return (
    <div className="fitted-column">
      <Heading className={classNames(className, isEndless && 'wrap-anywhere')} {...rest} style={style}>
        {children}
      </Heading>
    </div>
  );
}

const roundUp = (em: number): number => Math.ceil(em * 1000) / 1000;
