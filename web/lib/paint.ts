import type { CSSProperties } from 'react';
import { type EventTheme, posterColours } from '#shared/media/covers.ts';

type PaintStyle = CSSProperties & Record<'--paper' | '--on' | '--accent', string>;

/** Returns the props that paint an element in an event's colours; `data-paper` selects the contrast colour on its paper. */
export function paint({ paper, on, accent }: Pick<EventTheme, 'paper' | 'on' | 'accent'>) {
  const style: PaintStyle = { '--paper': paper, '--on': on, '--accent': accent };
  return { style, 'data-paper': on === posterColours.coal ? 'light' : 'dark' };
}
