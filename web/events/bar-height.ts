import type { RefCallback } from 'react';

/** Tells the page how much of it a bar at its bottom covers, whatever the bar says, so that no focus is lost behind it (base.css). */
export const barHeight: RefCallback<HTMLElement> = (bar) => {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(([entry]) => {
    const height = entry?.borderBoxSize[0]?.blockSize;
    if (height !== undefined) style.setProperty('--bar-height', `${height}px`);
  });
  if (bar) observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty('--bar-height');
  };
};
