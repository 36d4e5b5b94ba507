import type { CSSProperties, HTMLAttributes } from 'react';
import widths from '#generated/display-advances.json' with { type: 'json' };
import { classNames } from './class-names.ts';

type FittedTextProps = Omit<HTMLAttributes<HTMLElement>, 'style'> & {
  as: 'h1' | 'h2' | 'h3' | 'p';
  /** Largest size in px; by default that of the type class. */
  cap?: number | undefined;
  children: string;
};

type FittedStyle = CSSProperties & { '--w': number; '--cap'?: string };

/** A wider word (in em) may break anywhere instead of shrinking the headline to nothing. */
const WIDEST_WORD = 16;

/** A headline whose widest word never exceeds its column; `className` names the display class of `type.css`. */
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

/** The word-spacing of the display classes; their letter-spacing is 0. */
const WORD_SPACING_EM = 0.14;

/** Wider than the letters of other scripts and most emoji, so that a word without known widths still fits. */
const UNKNOWN_ADVANCE_EM = 1.4;

/** Combining marks and invisible characters. */
const WITHOUT_WIDTH = /[\p{M}\p{Default_Ignorable_Code_Point}]/gu;

/** Avoids a division by zero for an empty headline. */
const NARROWEST_EM = 0.1;

const NO_BREAK_SPACE = '\u00a0';
const SOFT_HYPHEN = '\u00ad';
const BREAKS = /[ \t\n\u200b]+/;

const advances = new Map(Object.entries(widths.advances).flatMap(([em, characters]) => [...characters].map((one) => [one, Number(em)])));
const kerning = kerningByPair();

/**
 * Width in em of the widest unbreakable piece of a headline in the display face, as `text-transform: uppercase` shows it.
 * `font-size: calc(100cqi / width)` makes that piece as wide as its column.
 */
export function fittedWidth(text: string): number {
  const words = text.normalize('NFC').toUpperCase().split(BREAKS);
  return Math.max(NARROWEST_EM, ...words.flatMap(piecesOf).map(pieceWidth));
}

/** A soft hyphen may end a line, and is drawn as a hyphen there. */
function piecesOf(word: string): string[] {
  const pieces = word.split(SOFT_HYPHEN);
  return pieces.map((piece, place) => (place < pieces.length - 1 ? `${piece}-` : piece));
}

function pieceWidth(piece: string): number {
  let width = 0;
  let previous = '';
  for (const character of piece.replaceAll(WITHOUT_WIDTH, '')) {
    width += (advances.get(character) ?? UNKNOWN_ADVANCE_EM) + (kerning.get(previous + character) ?? 0);
    if (character === NO_BREAK_SPACE) width += WORD_SPACING_EM;
    previous = character;
  }
  return width;
}

function kerningByPair(): Map<string, number> {
  const pairs = new Map<string, number>();
  for (const { left, right } of widths.kerning)
    for (const [shift, followers] of Object.entries(right))
      for (const first of left) for (const second of followers) pairs.set(first + second, Number(shift));
  return pairs;
}
