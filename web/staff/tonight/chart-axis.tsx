import { timeText } from '#shared/dates.ts';

export const HEIGHT = 160;
/** Room for the value above a bar and the hours below the axis. */
export const ABOVE = 30;
export const BELOW = 30;
/** Room beside the first and the last hour. */
export const BESIDE = 16;
/** On a phone the chart is half as large, but its labels must be readable. */
export const LABEL_SIZE = 'text-[1.625rem] tablet:text-[0.8125rem]';

/** Whole hours are named under the axis. */
export function Hour({ at, x }: { at: Date | string; x: number }) {
  const text = timeText(at);
  if (!text.endsWith(':00')) return null;
  return (
    <text
      aria-hidden="true"
      x={x}
      y={ABOVE + HEIGHT + 6}
      textAnchor="middle"
      dominantBaseline="hanging"
      fill="currentColor"
      className={LABEL_SIZE}
    >
      {text.slice(0, 2)}
    </text>
  );
}
