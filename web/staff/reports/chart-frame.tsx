import { type ReactNode, useEffect, useRef, useState } from 'react';

/** The margin of the plot, in CSS pixels: for the numbers beside the axis and the labels below it. */
const LEFT = 56;
const RIGHT = 16;
const TOP = 12;
const BELOW = 28;

export type Plot = { width: number; height: number };

type ChartFrameProps = {
  /** What the chart shows, as a sentence; the numbers are in a table beside it. */
  alt: string;
  /** The height of the plot, in CSS pixels; it takes the available width. */
  height: number;
  children(plot: Plot): ReactNode;
};

/** A chart for sighted readers, with labels in the page's text size at any width. */
export function ChartFrame({ alt, height, children }: ChartFrameProps) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  const plot = { width: width - LEFT - RIGHT, height };
  const whole = TOP + height + BELOW;
  return (
    // The height is set before the width is measured, so that nothing below moves.
    <div ref={box} className="overflow-hidden">
      <svg role="img" aria-label={alt} width={width} height={whole} className="block text-muted">
        {plot.width > 0 && <g transform={`translate(${LEFT} ${TOP})`}>{children(plot)}</g>}
      </svg>
    </div>
  );
}

export const LABEL = { fill: 'currentColor', fontSize: 13, fontFamily: 'inherit' } as const;
