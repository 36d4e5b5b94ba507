import { chooseCover } from './cover-choice.ts';
import { posterColours } from './palettes.ts';

/** Colours as `#RRGGBB`: text on `paper` is `on` and nothing else, text on an `accent` fill is coal; `set` is the palette's number. */
export type EventTheme = { paper: string; on: string; accent: string; set: number };

/** Art direction §2.2: the colours an event lends to its page, its card and its mail. They are those of its cover. */
export function eventTheme(id: number): EventTheme {
  const { set } = chooseCover(id);
  return { paper: posterColours[set.paper], on: posterColours[set.on], accent: posterColours[set.accent], set: set.number };
}
