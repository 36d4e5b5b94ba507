import type { CSSProperties } from 'react';
import { classNames } from './class-names.ts';

export type AxisHour = { text: string; line: number };

type ColumnsStyle = CSSProperties & { '--columns': number };
type LineStyle = CSSProperties & { '--line': number };

/** The style of the element around an axis and its rows, which share one grid. */
export const axisColumns = (columns: number): ColumnsStyle => ({ '--columns': columns });
export const axisClass = 'grid grid-cols-[repeat(var(--columns),minmax(0,1fr))]';

type HourAxisProps = { hours: readonly AxisHour[]; columns: number; className?: string };

/** The hours of an event at their grid lines. Decoration: its rows say the same as text. */
export function HourAxis({ hours, columns, className }: HourAxisProps) {
  return (
    <div aria-hidden="true" className={classNames(axisClass, 'type-small @container pb-1 text-muted', className)}>
      {hours.map((hour, place) => (
        <Hour
          key={hour.line}
          hour={hour}
          isFirst={place === 0}
          isLast={place === hours.length - 1 && hour.line === columns + 1}
          isOdd={place % 2 === 1}
        />
      ))}
    </div>
  );
}

type HourProps = { hour: AxisHour; isFirst: boolean; isLast: boolean; isOdd: boolean };

/** Large letters on a narrow screen have space for every other hour. */
function Hour({ hour: { text, line }, isFirst, isLast, isOdd }: HourProps) {
  const style: LineStyle = { '--line': line };
  const place = isLast ? 'col-end-(--line) justify-self-end' : 'col-start-(--line) justify-self-start';
  return (
    <span
      style={style}
      className={classNames('type-tabular row-start-1 whitespace-nowrap', !isLast && 'w-0', place, isOdd && '@max-[14rem]:hidden')}
    >
      <span className={classNames('inline-block', !isFirst && !isLast && '-translate-x-1/2')}>{text}</span>
    </span>
  );
}
