type Box = { width: number; height: number };
type Setting = {
  /** The width of a word and of a space, in em. */
  measure: (word: string) => number;
  space: number;
  /** The largest and the smallest font size, in pixels. */
  largest: number;
  smallest: number;
  /** Height of capitals and line height, in em. */
  capHeight: number;
  pitch: number;
};
export type FittedLines = { lines: string[]; size: number };

const MOST_LINES = 3;
/** A name with more words than this is cut in any case. */
const MOST_WORDS = 40;

/** Sets a text as large as it fits into a box, in up to three lines broken between words. A text that would be too small is shortened. */
export function fitLines(text: string, box: Box, setting: Setting): FittedLines {
  const words = text.split(' ').slice(0, MOST_WORDS);
  for (let shown = words; ; shown = withoutLast(shown)) {
    const isWhole = shown === words && words.join(' ') === text;
    const fitted = largestSetting(isWhole ? shown : ended(shown), box, setting);
    if (fitted.size >= setting.smallest || isShortest(shown)) return fitted;
  }
}

const isShortest = (words: string[]): boolean => words.length === 1 && [...(words[0] ?? '')].length <= 1;

function withoutLast(words: string[]): string[] {
  const [only = ''] = words;
  return words.length > 1 ? words.slice(0, -1) : [[...only].slice(0, -1).join('')];
}

const ended = (words: string[]): string[] => [...words.slice(0, -1), `${(words.at(-1) ?? '').replace(/[\s.,:;–—-]+$/, '')}…`];

function largestSetting(words: string[], box: Box, setting: Setting): FittedLines {
  const { measure, space, largest, capHeight, pitch } = setting;
  const measured = words.map((word) => ({ word, width: measure(word) }));
  const settings = Array.from({ length: Math.min(MOST_LINES, words.length) }, (_, extra) => {
    const { lines, widest } = balanced(measured, extra + 1, space);
    const size = Math.min(largest, box.width / Math.max(widest, Number.EPSILON), box.height / (capHeight + extra * pitch));
    return { lines, size };
  });
  return settings.reduce((best, next) => (next.size > best.size ? next : best));
}

type Word = { word: string; width: number };
type Broken = { lines: string[]; widest: number };

const lineOf = (words: Word[], space: number): Broken => ({
  lines: [words.map(({ word }) => word).join(' ')],
  widest: words.reduce((sum, { width }) => sum + width, (words.length - 1) * space),
});

/** Distributes the words over that many lines so that the widest line is as narrow as possible. */
function balanced(words: Word[], count: number, space: number): Broken {
  if (count === 1) return lineOf(words, space);
  const candidates = words.slice(0, words.length - count + 1).map((_, place) => {
    const first = lineOf(words.slice(0, place + 1), space);
    const rest = balanced(words.slice(place + 1), count - 1, space);
    return { lines: [...first.lines, ...rest.lines], widest: Math.max(first.widest, rest.widest) };
  });
  return candidates.reduce((best, next) => (next.widest < best.widest ? next : best));
}
