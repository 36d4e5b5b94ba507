import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { venueTime } from '#shared/dates.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/durations.ts';
import { type AxisLabel, placeLabels } from './axis-labels.ts';

/** The margin of the plot, in CSS pixels: for the numbers beside the axis, a value above the highest bar and the labels below. */
const LEFT = 56;
const RIGHT = 16;
const TOP = 24;
const BELOW = 28;

/** `left`: the room beside the plot; `widthOf`: of a text as a label; all in pixels. */
export type Plot = { width: number; height: number; left: number; widthOf(text: string): number };

type ChartFrameProps = {
  /** What the chart shows, as a sentence; the numbers are in a table beside it. Without it the parts of the chart have names of their own. */
  alt?: string;
  /** A sentence beside the chart says the same. */
  isDecoration?: boolean;
  /** Numbers beside it need room. */
  hasScale?: boolean;
  /** The height of the plot, in CSS pixels; it takes the available width. */
  height: number;
  children(plot: Plot): ReactNode;
};

/** A chart for sighted readers, with labels in the page's text size at any width. */
export function ChartFrame({ alt, isDecoration, hasScale = true, height, children }: ChartFrameProps) {
  const box = useRef<HTMLDivElement>(null);
  const [{ width, font }, setMeasured] = useState({ width: 0, font: '' });
  // Before it is painted, so that it is never seen empty.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = () => {
      const { fontFamily } = getComputedStyle(element);
      setMeasured({ width: Math.floor(element.clientWidth), font: `${LABEL.fontSize}px ${fontFamily}` });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const left = hasScale ? LEFT : RIGHT;
  const plot = { width: width - left - RIGHT, height, left, widthOf: (text: string) => textWidth(text, font) };
  const whole = TOP + height + BELOW;
  return (
    // The height is set before the width is measured, so that nothing below moves.
    <div ref={box} style={{ height: whole }}>
      {plot.width > 0 && (
        <svg
          role={alt === undefined ? undefined : 'img'}
          aria-label={alt}
          aria-hidden={isDecoration}
          viewBox={`0 0 ${width} ${whole}`}
          // Until a change of the width is measured, nothing is cut.
          className="block size-full text-muted"
        >
          <g transform={`translate(${left} ${TOP})`}>{children(plot)}</g>
        </svg>
      )}
    </div>
  );
}

export const LABEL = { fill: 'currentColor', fontSize: 13, fontFamily: 'inherit' } as const;

let pen: CanvasRenderingContext2D | null | undefined;

function textWidth(text: string, font: string): number {
  pen ??= document.createElement('canvas').getContext('2d');
  if (!pen) return 0;
  pen.font = font;
  return Math.ceil(pen.measureText(text).width);
}

type LabelsBelowProps = { plot: Plot; labels: readonly Omit<AxisLabel, 'width'>[] };

/** The line of the axis at `top` and the labels below the plot, the most important ones first. */
export function AxisBelow({ plot, labels, top = plot.height }: LabelsBelowProps & { top?: number }) {
  const measured = labels.map((label) => ({ ...label, width: plot.widthOf(label.text) }));
  return (
    <>
      <line x1={0} x2={plot.width} y1={top} y2={top} stroke="var(--color-quiet)" />
      {placeLabels(measured, { from: -plot.left, until: plot.width + RIGHT }).map(({ text, centre }) => (
        <text key={`${text} ${centre}`} x={centre} y={plot.height + 20} textAnchor="middle" {...LABEL}>
          {text}
        </text>
      ))}
    </>
  );
}

/** The full hours of an axis of time, its ends first. */
export function hoursBetween(from: number, until: number): number[] {
  const first = from + ((60 - venueTime(new Date(from)).minute) % 60) * MINUTE_MS;
  const hours = Array.from({ length: Math.max(0, Math.floor((until - first) / HOUR_MS) + 1) }, (_, place) => first + place * HOUR_MS);
  return [...new Set([...hours.slice(0, 1), ...hours.slice(-1), ...hours])];
}
